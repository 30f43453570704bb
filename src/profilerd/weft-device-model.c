/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-device-model.h"

#include "weft-clock-fit.h"
#include "weft-model-random.h"

#include <math.h>
#include <string.h>

#define NOMINAL_GHZ 1.35
#define DRIFT_PPM 40 /* at most, either way, where none is asked for */
#define MICROSECOND G_GUINT64_CONSTANT (1000)
#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define SECOND G_GUINT64_CONSTANT (1000000000)

/* The device is looked at by the host this often while it is awake; few pages come meanwhile. */
#define SLICE (20 * MICROSECOND)

#define ID_FIFO_SIZE 32u /* 31 usable: full when the next end is the start */
#define D2H_PAGES 64u

/* Of the profiler core, in ns. */
#define POLL_NS 40
#define RESERVE_NS 20
#define READ_NS 90

/* Of the host's receiver thread. */
#define IDLE_SPINS (1 * MILLISECOND) /* without a page before it sleeps */
#define IDLE_SLEEP (10 * MILLISECOND)

#define SYNC_SAMPLES 100u  /* and one that is discarded */
#define RESYNC_SAMPLES 20u /* programs wait meanwhile */
#define SYNC_INTERVAL (5 * MILLISECOND)
#define RESYNC_INTERVAL (10 * SECOND)
#define SYNC_PATIENCE (1 * MILLISECOND)
#define SYNC_MARKER G_MAXUINT32

#define FLOOD_PERIOD 1280.0 /* ns */
#define FIRST_ID 1000u      /* the runtime id of the first program */

typedef enum
{
  STATE_IDLE,
  STATE_PUSH_A,
  STATE_PUSH_B,
  STATE_TERMINATE,
} State;

/* One of the two ping-pong buffers in the dispatch core's mailbox. */
typedef struct
{
  guint64 start, end; /* ticks */
  guint32 start_id, end_id;
  guint64 start_command, end_command; /* which one wrote that; the device has no such thing */
  guint64 stall_start, stall_end;     /* ticks for which the program waited before its start */
} Buffer;

/* A page of the D2H socket, of 16 words. Words 8 and 9, which are stale in the device, carry what
 * the model knows and the device could not tell: the losses before this page. */
typedef struct
{
  guint32 words[16];
  gboolean torn; /* it mixes two programs, which nobody but the model knows for certain */
  guint64 stall_start, stall_end;
  guint64 visible_ns;
} Page;

typedef enum
{
  CORE_POLL,
  CORE_RESERVE,
  CORE_READ,
  CORE_PUSH,
} CorePhase;

typedef struct
{
  guint index;
  guint64 random;

  /* the clock */
  double ghz;
  guint64 clock_ns, clock_ticks; /* a host time, and the ticks then */

  /* the host's queue of programs, and the dispatch core */
  double period;   /* ns between programs, on average */
  guint step;      /* place in the sequence of programs */
  guint64 next_ns; /* when the next command begins */
  guint32 ids[ID_FIFO_SIZE];
  guint id_start, id_end;
  Buffer buffers[2];
  State local;      /* what was signalled last: PUSH_A or PUSH_B */
  gboolean running; /* a program whose end was not signalled */
  guint64 end_ns;   /* of that program */

  /* the profiler core */
  State state;       /* the word that others write */
  guint64 signal_ns; /* when it was written */
  gboolean fresh;    /* a PUSH that the core has not seen */
  CorePhase phase;
  guint64 core_ns; /* the core's own time */
  State pushing;
  Page page; /* on its way */

  /* the D2H socket */
  Page pages[D2H_PAGES];
  guint64 sent, acked;

  /* the host */
  WeftHubStream *stream;
  WeftLiveSync sync;
  guint64 resync_ns;
  guint32 keys[WEFT_MODEL_MAX_PROGRAMS]; /* of the programs of the mix */
  guint64 losses_seen;                   /* cumulative, of the page before */
  guint64 last_end;                      /* ticks */
  GArray *batch;                         /* WeftLiveRecord */
  guint64 batch_ns;                      /* when its first record came */
  WeftModelCounters counters;
} Device;

struct _WeftDeviceModel
{
  WeftModelOptions options;
  WeftHub *hub;
  Device *devices;
  guint64 now_ns;
  guint64 page_ns;  /* when the receiver last had a page */
  guint64 wake_ns;  /* it sleeps until then */
  guint64 pause_ns; /* the host pauses next (WEFT_FAULT_D2H) */
  guint64 step_ns;  /* the frequency steps then; 0: it did, or does not */
  guint64 reuse_ns; /* ids are reused then; 0 likewise */
};

/* --- numbers ------------------------------------------------------------------------------------ */

static guint64
ticks_at (const Device *device, guint64 host_ns)
{
  return device->clock_ticks
         + (guint64) (gint64) ((double) (gint64) (host_ns - device->clock_ns) * device->ghz);
}

/* --- the dispatch core -------------------------------------------------------------------------- */

static guint
count_ids (const Device *device)
{
  return (device->id_end - device->id_start) % ID_FIFO_SIZE;
}

/* The host puts ids into the FIFO ahead of the commands. The dispatcher that puts them there waits
 * while it is full. Returns whether it had to. */
static gboolean
push_ids (const WeftModelMix *mix, Device *device, guint wanted)
{
  while (count_ids (device) < MIN (wanted, ID_FIFO_SIZE - 1))
    {
      guint step = (device->step + count_ids (device)) % mix->n_steps;

      /* one in 512 is a program that nobody profiles */
      device->ids[device->id_end] =
        weft_model_random_next (&device->random) % 512 == 0 ? 0 : FIRST_ID + mix->steps[step];
      device->id_end = (device->id_end + 1) % ID_FIFO_SIZE;
    }
  device->counters.fifo_most = MAX (device->counters.fifo_most, count_ids (device));
  return wanted > ID_FIFO_SIZE - 1;
}

static guint32
pop_id (Device *device)
{
  guint32 id;

  if (device->id_start == device->id_end)
    return 0;
  id = device->ids[device->id_start];
  device->id_start = (device->id_start + 1) % ID_FIFO_SIZE;
  return id;
}

/* Writes the state of the profiler core, seen or not. */
static void
signal_core (Device *device, guint64 now_ns)
{
  device->local = device->local == STATE_PUSH_A ? STATE_PUSH_B : STATE_PUSH_A;
  device->state = device->local;
  device->counters.signals++;
  if (device->fresh)
    device->counters.overwritten++;
  device->fresh = TRUE;
  device->signal_ns = now_ns;
}

/* The buffer that is written: A where B was signalled last. */
static Buffer *
get_buffer (Device *device)
{
  return &device->buffers[device->local == STATE_PUSH_B ? 0 : 1];
}

/* Begins the next program, which ships the record of the one before. */
static void
run_command (WeftDeviceModel *self, Device *device)
{
  guint64 now_ns = device->next_ns;
  const WeftModelMix *mix = &self->options.mix;
  gboolean is_flood = (self->options.faults & WEFT_FAULT_FLOOD) != 0;
  double weight = mix->programs[mix->steps[device->step]].weight / mix->mean_weight;
  double length =
    device->period * 0.82 * weight * (0.92 + 0.16 * weft_model_random_share (&device->random));
  double gap = device->period * 0.18 * (0.5 + weft_model_random_share (&device->random));
  guint wanted = 4 + (guint) (weft_model_random_next (&device->random) % 8);
  Buffer *buffer;

  if (device->running)
    {
      buffer = get_buffer (device);
      buffer->end = ticks_at (device, device->end_ns);
      buffer->end_id = buffer->start_id;
      buffer->end_command = buffer->start_command;
      if (self->options.faults & WEFT_FAULT_REVERSED
          && weft_model_random_next (&device->random) % 4000 == 0)
        buffer->end = buffer->start - 1 - weft_model_random_next (&device->random) % 1000;
      signal_core (device, now_ns);
    }
  if (self->options.faults & WEFT_FAULT_ID_FIFO
      && weft_model_random_next (&device->random) % 16 == 0)
    wanted = ID_FIFO_SIZE;
  if (push_ids (mix, device, wanted))
    {
      device->counters.fifo_spins++;
      now_ns += (guint64) ((is_flood ? FLOOD_PERIOD : device->period) / 4);
    }
  if (is_flood)
    {
      length = FLOOD_PERIOD * (0.6 + 0.2 * weft_model_random_share (&device->random));
      gap = FLOOD_PERIOD - length + (weft_model_random_share (&device->random) - 0.5) * 200;
    }
  buffer = get_buffer (device);
  buffer->stall_start = ticks_at (device, device->next_ns);
  buffer->stall_end = buffer->start = ticks_at (device, now_ns);
  buffer->start_id = pop_id (device);
  buffer->start_command = device->counters.commands;
  device->running = TRUE;
  device->end_ns = now_ns + (guint64) length;
  device->next_ns = device->end_ns + (guint64) MAX (gap, 50);
  device->step = (device->step + 1) % mix->n_steps;
  device->counters.commands++;
}

/* --- the profiler core -------------------------------------------------------------------------- */

/* Reads the buffer over the NoC, whatever is in it by now. */
static void
read_buffer (Device *device)
{
  const Buffer *buffer = &device->buffers[device->pushing == STATE_PUSH_A ? 0 : 1];
  guint64 losses = device->counters.overwritten + device->counters.erased;
  guint32 *words = device->page.words;

  words[0] = (guint32) (buffer->start >> 32);
  words[1] = (guint32) buffer->start;
  words[2] = buffer->start_id;
  words[3] = 0;
  words[4] = (guint32) (buffer->end >> 32);
  words[5] = (guint32) buffer->end;
  words[6] = buffer->end_id;
  words[7] = 0;
  words[8] = (guint32) (losses >> 32);
  words[9] = (guint32) losses;
  device->page.torn = buffer->start_command != buffer->end_command;
  device->page.stall_start = buffer->stall_start;
  device->page.stall_end = buffer->stall_end;
}

/* How long the write over PCIe takes: now and then it waits for credits. */
static guint64
push_length (Device *device)
{
  guint64 random = weft_model_random_next (&device->random);

  return 150 + random % 250 + ((random >> 32) % 40 < 9 ? 500 + (random >> 40) % 1300 : 0);
}

static void
push_page (Device *device)
{
  Page *page = &device->pages[device->sent % D2H_PAGES];

  *page = device->page;
  page->visible_ns = device->core_ns;
  device->counters.torn += page->torn;
  device->sent++;
  device->counters.pages++;
  device->counters.d2h_most =
    MAX (device->counters.d2h_most, (guint) (device->sent - device->acked));
  /* Unconditionally, whatever was written meanwhile. */
  device->state = STATE_IDLE;
  if (device->fresh)
    {
      device->counters.erased++;
      device->fresh = FALSE;
    }
}

/* Lets the core go on until `until_ns`, before which nobody else writes anything. */
static void
run_core (Device *device, guint64 until_ns)
{
  while (device->core_ns < until_ns)
    switch (device->phase)
      {
      case CORE_POLL:
        if (!device->fresh)
          {
            device->core_ns = until_ns;
            return;
          }
        if (MAX (device->core_ns, device->signal_ns) + POLL_NS > until_ns)
          return; /* it may still be overwritten */
        device->pushing = device->state;
        device->fresh = FALSE;
        device->core_ns = MAX (device->core_ns, device->signal_ns) + POLL_NS;
        device->phase = CORE_RESERVE;
        break;
      case CORE_RESERVE:
        if (device->sent - device->acked >= D2H_PAGES)
          {
            device->core_ns = until_ns;
            return;
          }
        device->core_ns += RESERVE_NS + READ_NS;
        device->phase = CORE_READ;
        break;
      case CORE_READ:
        read_buffer (device);
        device->core_ns += push_length (device);
        device->phase = CORE_PUSH;
        break;
      case CORE_PUSH:
        push_page (device);
        device->phase = CORE_POLL;
        break;
      }
}

static void
run_device (WeftDeviceModel *self, Device *device, guint64 until_ns)
{
  while (device->next_ns <= until_ns)
    {
      run_core (device, device->next_ns);
      run_command (self, device);
    }
  run_core (device, until_ns);
}

/* --- synchronisation ---------------------------------------------------------------------------- */

/* The low word that the host sends as its time: never 0, which the device does not answer. */
static guint32
get_host_word (const WeftDeviceModel *self, guint64 host_ns, guint sample)
{
  guint32 word = (guint32) host_ns;

  if (self->options.faults & WEFT_FAULT_SYNC_ZERO && sample % 3 == 0)
    word = 0;
  return word != 0 ? word : 1;
}

/* The device's answer to `word`, sent at `sent_ns`. Returns when the host has it. */
static guint64
answer_sync (WeftDeviceModel *self, Device *device, guint32 word, guint64 sent_ns, guint sample,
             Page *page)
{
  guint64 there = 150 + weft_model_random_next (&device->random) % 100,
          back = 150 + weft_model_random_next (&device->random) % 100;
  guint64 ticks;

  if (weft_model_random_next (&device->random) % 12 == 0)
    back += weft_model_random_next (&device->random) % 4000; /* somebody else uses the bus */
  if (self->options.faults & WEFT_FAULT_SYNC_LATE && sample % 10 == 5)
    back += SYNC_INTERVAL + MILLISECOND;
  ticks = ticks_at (device, sent_ns + there);
  memset (page, 0, sizeof *page);
  page->words[0] = (guint32) (ticks >> 32);
  page->words[1] = (guint32) ticks;
  page->words[2] = word;
  if (self->options.faults & WEFT_FAULT_SYNC_ECHO && sample % 7 == 3)
    page->words[2] = word + 1;
  page->words[3] = SYNC_MARKER;
  return sent_ns + there + back;
}

/* One question and its answers. FALSE where none came in time that echoes the question. */
static gboolean
ask_device (WeftDeviceModel *self, Device *device, guint64 sent_ns, guint sample,
            WeftLiveSyncSample *value)
{
  guint32 word = get_host_word (self, sent_ns, sample);
  guint n_answers = self->options.faults & WEFT_FAULT_SYNC_DUPLICATE ? 2 : 1;
  gboolean accepted = FALSE;

  if (self->options.faults & WEFT_FAULT_SYNC_NONE)
    return FALSE;
  for (guint i = 0; i < n_answers; i++)
    {
      Page page;
      guint64 received_ns = answer_sync (self, device, word, sent_ns, sample, &page);

      if (accepted || page.words[3] != SYNC_MARKER || page.words[2] != word
          || received_ns - sent_ns > SYNC_PATIENCE)
        continue;
      *value = (WeftLiveSyncSample){ .sent_ns = sent_ns,
                                     .received_ns = received_ns,
                                     .ticks = (guint64) page.words[0] << 32 | page.words[1] };
      accepted = TRUE;
    }
  return accepted;
}

/* Asks the device `n_samples` times from `now_ns` on, and gives the fit to the hub. */
static void
synchronise (WeftDeviceModel *self, Device *device, guint64 now_ns, guint n_samples)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (WeftLiveSyncSample));
  WeftLiveSync previous = device->sync;

  for (guint i = 0; i <= n_samples; i++)
    {
      WeftLiveSyncSample sample;

      /* the first one, whose path is cold, is discarded */
      if (ask_device (self, device, now_ns + i * SYNC_INTERVAL, i, &sample) && i > 0)
        g_array_append_val (samples, sample);
    }
  weft_clock_fit ((const WeftLiveSyncSample *) samples->data, samples->len, NOMINAL_GHZ,
                  previous.epoch > 0 ? &previous : NULL, &device->sync);
  device->sync.n_offered = n_samples;
  device->sync.epoch = previous.epoch + 1;
  device->sync.made_ns = now_ns + (n_samples + 1) * SYNC_INTERVAL;
  weft_hub_stream_add_sync (device->stream, &device->sync);
}

/* --- the host's receiver ------------------------------------------------------------------------ */

static void
flush_batch (WeftDeviceModel *self, Device *device)
{
  WeftLiveBatch batch = { .clock_epoch = device->sync.epoch,
                          .schema = 1,
                          .host_rx_ns = device->batch_ns };

  if (device->batch->len == 0)
    return;
  weft_hub_add_records (self->hub, device->stream, &batch,
                        (const WeftLiveRecord *) device->batch->data, device->batch->len);
  g_array_set_size (device->batch, 0);
}

static void
add_record (WeftDeviceModel *self, Device *device, const WeftLiveRecord *record, guint64 now_ns)
{
  if (device->batch->len == 0)
    device->batch_ns = now_ns;
  g_array_append_vals (device->batch, record, 1);
  if (device->batch->len == WEFT_LIVE_BATCH_RECORDS)
    flush_batch (self, device);
}

/* The device's loss before a page, as a record that stands where it happened. */
static void
add_device_loss (WeftDeviceModel *self, Device *device, guint64 losses, guint64 until,
                 guint64 now_ns)
{
  WeftLiveRecord record = { .start = device->last_end, .end = until, .kind = WEFT_LIVE_KIND_LOSS };

  if (losses == device->losses_seen || self->options.faults & WEFT_FAULT_UNOBSERVABLE)
    return;
  record.aux = (guint32) MIN (losses - device->losses_seen, G_MAXUINT32);
  if (device->last_end == 0 || (gint64) (until - device->last_end) < 0)
    record.start = until;
  device->losses_seen = losses;
  add_record (self, device, &record, now_ns);
}

static void
add_stall (WeftDeviceModel *self, Device *device, const Page *page, guint64 now_ns)
{
  WeftLiveRecord record = { .start = page->stall_start,
                            .end = page->stall_end,
                            .kind = WEFT_LIVE_KIND_STALL };

  if (record.start != record.end)
    add_record (self, device, &record, now_ns);
}

static void
take_page (WeftDeviceModel *self, Device *device, const Page *page, guint64 now_ns)
{
  const guint32 *words = page->words;
  WeftLiveRecord record = { .start = (guint64) words[0] << 32 | words[1],
                            .end = (guint64) words[4] << 32 | words[5],
                            .runtime_id = words[2] };

  add_device_loss (self, device, (guint64) words[8] << 32 | words[9], page->stall_start, now_ns);
  add_stall (self, device, page, now_ns);
  if (words[2] < FIRST_ID || words[2] >= FIRST_ID + self->options.mix.n_programs)
    {
      device->counters.unprofiled++;
      return;
    }
  record.program_key = device->keys[words[2] - FIRST_ID];
  if ((gint64) (record.end - record.start) < 0)
    record.flags = WEFT_LIVE_REVERSED;
  else
    device->last_end = record.end;
  device->counters.records++;
  add_record (self, device, &record, now_ns);
}

/* Takes what is there of all devices, in turn. */
static void
run_receiver (WeftDeviceModel *self, guint64 now_ns)
{
  gboolean any = FALSE;

  if (now_ns < self->wake_ns)
    return;
  if (self->options.faults & WEFT_FAULT_D2H && now_ns >= self->pause_ns)
    {
      self->pause_ns = now_ns + 200 * MILLISECOND;
      self->wake_ns = now_ns + 5 * MILLISECOND;
      return;
    }
  for (guint i = 0; i < self->options.n_devices; i++)
    {
      Device *device = &self->devices[i];

      for (; device->acked < device->sent
             && device->pages[device->acked % D2H_PAGES].visible_ns <= now_ns;
           device->acked++)
        {
          take_page (self, device, &device->pages[device->acked % D2H_PAGES], now_ns);
          any = TRUE;
        }
    }
  if (any)
    self->page_ns = now_ns;
  else if (now_ns - self->page_ns >= IDLE_SPINS)
    self->wake_ns = now_ns + IDLE_SLEEP;
}

/* --- the session -------------------------------------------------------------------------------- */

/* Names the programs of a device; from the second time on ids belong to other programs. */
static void
name_programs (const WeftModelMix *mix, Device *device, guint generation)
{
  for (guint i = 0; i < mix->n_programs; i++)
    {
      const WeftModelProgram *model = &mix->programs[i];
      g_autofree char *name = generation == 0
                                ? g_strdup (model->name)
                                : g_strdup_printf ("%s.%u", model->name, generation + 1);
      WeftLiveProgram program = {
        .key = 1 + i + generation * mix->n_programs,
        .runtime_id = FIRST_ID + i,
        .from_seq = device->stream->next_seq + device->batch->len,
        .name = { name, (guint16) strlen (name) },
        .sources = { model->sources, (guint16) strlen (model->sources) },
      };

      weft_hub_stream_add_program (device->stream, &program);
      device->keys[i] = program.key;
    }
}

static void
set_up_clock (WeftDeviceModel *self, Device *device)
{
  double drift_ppm = (weft_model_random_share (&device->random) - 0.5) * 2 * DRIFT_PPM;

  if (!isnan (self->options.drift_ppm))
    drift_ppm = self->options.drift_ppm;
  device->ghz = NOMINAL_GHZ * (1 + drift_ppm * 1e-6);
  device->clock_ns = self->options.start_ns;
  device->clock_ticks =
    (G_GUINT64_CONSTANT (1) << 40) + (weft_model_random_next (&device->random) >> 30);
  if (self->options.has_ticks)
    device->clock_ticks = self->options.ticks;
  if (self->options.faults & WEFT_FAULT_WRAP32)
    device->clock_ticks =
      (device->clock_ticks & ~(guint64) G_MAXUINT32) + G_GUINT64_CONSTANT (0xfc000000);
  if (self->options.faults & WEFT_FAULT_WRAP64)
    device->clock_ticks = -G_GUINT64_CONSTANT (0x4000000);
}

static void
set_up_device (WeftDeviceModel *self, Device *device, guint index)
{
  WeftLiveStream info = { .chip = index, .schema = 1, .producer_stream = index + 1 };

  info.pid = self->options.pid;
  info.arch = (WeftLiveText){ "model", 5 };
  device->index = index;
  device->random = weft_map64_mix (self->options.seed + index * 2 + 1) | 1;
  device->period = 1e9 / self->options.rate;
  device->local = STATE_PUSH_B;
  device->batch =
    g_array_sized_new (FALSE, FALSE, sizeof (WeftLiveRecord), WEFT_LIVE_BATCH_RECORDS);
  info.device_loss = self->options.faults & WEFT_FAULT_UNOBSERVABLE ? WEFT_LIVE_DEVICE_LOSS_UNKNOWN
                                                                    : WEFT_LIVE_DEVICE_COUNTS_LOSS;
  memcpy (info.producer, self->options.producer, sizeof info.producer);
  device->stream = weft_hub_add_stream (self->hub, &info, 0);
  set_up_clock (self, device);
  name_programs (&self->options.mix, device, 0);
  device->core_ns = self->options.start_ns;
  device->next_ns =
    self->options.start_ns + weft_model_random_next (&device->random) % (guint64) device->period;
  device->resync_ns = self->options.start_ns + RESYNC_INTERVAL + index * SECOND;
  synchronise (self, device, self->options.start_ns - (SYNC_SAMPLES + 1) * SYNC_INTERVAL,
               SYNC_SAMPLES);
}

WeftDeviceModel *
weft_device_model_new (const WeftModelOptions *options, WeftHub *hub)
{
  WeftDeviceModel *self = g_new0 (WeftDeviceModel, 1);

  self->options = *options;
  self->hub = hub;
  self->now_ns = self->page_ns = self->pause_ns = options->start_ns;
  self->devices = g_new0 (Device, options->n_devices);
  if (options->faults & WEFT_FAULT_FREQUENCY)
    self->step_ns = options->start_ns + 5 * SECOND;
  if (options->faults & WEFT_FAULT_ID_REUSE)
    self->reuse_ns = options->start_ns + 2 * SECOND;
  for (guint i = 0; i < options->n_devices; i++)
    set_up_device (self, &self->devices[i], i);
  return self;
}

void
weft_device_model_free (WeftDeviceModel *self)
{
  for (guint i = 0; i < self->options.n_devices; i++)
    g_array_unref (self->devices[i].batch);
  g_free (self->devices);
  g_free (self);
}

/* The frequency changes; ticks go on from where they are. */
static void
step_frequency (Device *device, guint64 now_ns)
{
  device->clock_ticks = ticks_at (device, now_ns);
  device->clock_ns = now_ns;
  device->ghz *= 1 + 200e-6;
}

/* Synchronises again what is due, while its programs wait. */
static void
resynchronise (WeftDeviceModel *self, Device *device, guint64 now_ns)
{
  guint64 end_ns = now_ns + (RESYNC_SAMPLES + 1) * SYNC_INTERVAL;

  if (now_ns < device->resync_ns)
    return;
  device->resync_ns = now_ns + RESYNC_INTERVAL;
  device->next_ns = MAX (device->next_ns, end_ns);
  flush_batch (self, device);
  synchronise (self, device, now_ns, RESYNC_SAMPLES);
}

static void
run_events (WeftDeviceModel *self, guint64 now_ns)
{
  for (guint i = 0; i < self->options.n_devices; i++)
    {
      Device *device = &self->devices[i];

      if (self->step_ns != 0 && now_ns >= self->step_ns)
        {
          step_frequency (device, now_ns);
          device->resync_ns = now_ns + SECOND;
        }
      if (self->reuse_ns != 0 && now_ns >= self->reuse_ns)
        {
          flush_batch (self, device);
          name_programs (&self->options.mix, device, 1);
        }
      resynchronise (self, device, now_ns);
    }
  if (now_ns >= self->step_ns)
    self->step_ns = 0;
  if (now_ns >= self->reuse_ns)
    self->reuse_ns = 0;
}

/* A device that does not say what it loses has no counters. */
static void
report (Device *device)
{
  WeftLiveStats *stats = &device->stream->reported;
  WeftModelCounters counters = device->counters;

  if (device->stream->info.device_loss != WEFT_LIVE_DEVICE_COUNTS_LOSS)
    return;
  stats->signals = counters.signals;
  stats->pages = counters.pages;
  stats->overwritten = counters.overwritten;
  stats->erased = counters.erased;
  stats->torn = counters.torn;
  stats->pending = (device->fresh ? 1 : 0) + (device->phase != CORE_POLL ? 1 : 0);
}

void
weft_device_model_advance (WeftDeviceModel *self, guint64 now_ns)
{
  while (self->now_ns + SLICE <= now_ns)
    {
      self->now_ns += SLICE;
      run_events (self, self->now_ns);
      for (guint i = 0; i < self->options.n_devices; i++)
        run_device (self, &self->devices[i], self->now_ns);
      run_receiver (self, self->now_ns);
      for (guint i = 0; i < self->options.n_devices; i++)
        if (self->devices[i].batch->len > 0
            && self->now_ns - self->devices[i].batch_ns >= self->options.batch_ns)
          flush_batch (self, &self->devices[i]);
    }
  for (guint i = 0; i < self->options.n_devices; i++)
    report (&self->devices[i]);
}

void
weft_device_model_end (WeftDeviceModel *self)
{
  guint64 end_ns = self->now_ns;

  for (guint i = 0; i < self->options.n_devices; i++)
    self->devices[i].next_ns = G_MAXUINT64; /* no command any more */
  for (guint i = 0; i < self->options.n_devices; i++)
    {
      Device *device = &self->devices[i];

      /* The host writes TERMINATE over whatever the state is. */
      if (device->fresh)
        {
          device->fresh = FALSE;
          device->counters.overwritten++;
          device->counters.terminated++;
        }
      device->state = STATE_TERMINATE;
    }
  self->wake_ns = 0;
  self->options.faults &= ~(guint) WEFT_FAULT_D2H;
  /* Twice, for a core that waits for room. */
  for (guint k = 0; k < 2; k++)
    {
      end_ns += SLICE;
      for (guint i = 0; i < self->options.n_devices; i++)
        run_core (&self->devices[i], end_ns);
      run_receiver (self, end_ns);
      self->wake_ns = 0;
    }
  self->now_ns = end_ns;
  for (guint i = 0; i < self->options.n_devices; i++)
    {
      Device *device = &self->devices[i];

      add_device_loss (self, device, device->counters.overwritten + device->counters.erased,
                       ticks_at (device, end_ns), end_ns);
      flush_batch (self, device);
      report (device);
      weft_hub_end_stream (self->hub, device->stream);
    }
}

void
weft_device_model_get_counters (WeftDeviceModel *self, guint device, WeftModelCounters *counters)
{
  const Device *d = &self->devices[device];

  *counters = d->counters;
  counters->pending = (d->fresh ? 1 : 0) + (d->phase != CORE_POLL ? 1 : 0);
}

double
weft_device_model_get_ghz (WeftDeviceModel *self, guint device)
{
  return self->devices[device].ghz;
}

guint64
weft_device_model_get_ticks (WeftDeviceModel *self, guint device, guint64 host_ns)
{
  return ticks_at (&self->devices[device], host_ns);
}
