/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* ADDRESS_IS_SANITIZED, THREADS_ARE_SANITIZED: which sanitizer watches, told by gcc and clang in words of their
 * own. */
#ifdef __has_feature
#define COMPILER_HAS(feature) __has_feature (feature)
#else
#define COMPILER_HAS(feature) 0
#endif

#if defined __SANITIZE_ADDRESS__ || COMPILER_HAS(address_sanitizer)
#define ADDRESS_IS_SANITIZED 1
#else
#define ADDRESS_IS_SANITIZED 0
#endif

#if defined __SANITIZE_THREAD__ || COMPILER_HAS(thread_sanitizer)
#define THREADS_ARE_SANITIZED 1
#else
#define THREADS_ARE_SANITIZED 0
#endif

/* Of `n` rounds of something random a sanitizer sees a tenth, since each takes ten times as long there; the build
 * without one runs them all. */
#define ROUNDS(n) (ADDRESS_IS_SANITIZED || THREADS_ARE_SANITIZED ? ((n) + 9) / 10 : (n))
