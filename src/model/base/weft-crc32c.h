/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* CRC-32C (Castagnoli), as in RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41, begun and
 * ended with all bits inverted. */

/* Continues a checksum: `crc` is what an earlier call returned, or 0 at the beginning. Uses the
 * processor's own instruction where it has one, which is asked for at run time. */
uint32_t weft_crc32c (uint32_t crc, const void *bytes, size_t length);

/* The same by tables, on any processor. */
uint32_t weft_crc32c_table (uint32_t crc, const void *bytes, size_t length);
