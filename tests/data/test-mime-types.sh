#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A desktop that has our MIME types installed knows each of our samples, whatever its name is.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need update-mime-database gio

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/mime/packages"
cp "$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.xml" "$scratch/mime/packages/"

export XDG_DATA_HOME=$scratch
export XDG_DATA_DIRS=${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
export GIO_USE_VFS=local

type_of ()
{
  gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'
}

# has_type TYPE FILE [NAME] : under another name where one is given
has_type ()
{
  local file=$2 found

  if [[ $# -gt 2 ]]; then
    cp "$2" "$scratch/$3"
    file=$scratch/$3
  fi
  found=$(type_of "$file")
  echo "$file: $found, not $1"
  [[ $found == "$1" ]]
}

# sample TYPE FILE : as it is called, and without a telling name
sample ()
{
  local file=$WEFT_SAMPLES/$2

  if [[ ! -f $file ]]; then
    echo "Bail out! there is no sample $2"
    exit 1
  fi
  check "$2" has_type "$1" "$file"
  check "$2 without a name's end" has_type "$1" "$file" trace
}

# real TYPE FILE : as sample, of the traces that lie beside the checkout
real ()
{
  if [[ -f $WEFT_SHARED_TRACES/$2 ]]; then
    check "$2" has_type "$1" "$WEFT_SHARED_TRACES/$2"
    check "$2 without a name's end" has_type "$1" "$WEFT_SHARED_TRACES/$2" trace
  fi
}

# To a desktop it is what it is compressed with, whatever its name is.
compressed ()
{
  $1 -c "$WEFT_SAMPLES/$3" >"$scratch/packed"
  check "$3 through $1" has_type "$2" "$scratch/packed"
  check "$3 through $1, with a name" has_type "$2" "$scratch/packed" "$3.${1/gzip/gz}"
}

check 'the types are valid' update-mime-database "$scratch/mime"
for name in kanata-core kanata-two-ops; do
  sample application/vnd.weft.kanata "$name.log"
done
sample application/vnd.weft.o3pipeview o3pipeview-core.out
sample application/vnd.weft.xiangshan xiangshan-loop.db
sample application/vnd.weft.xiangshan xs-gem5-loop.db
sample application/vnd.weft.llvm-mca+json dot-product.mca.json
sample application/vnd.weft.uica+json dot-product.uica.json
sample application/vnd.weft.noc-trace+json noc-eight-cores.json
sample application/vnd.weft.device-log device-log-eight-cores.csv
sample application/vnd.weft.npu-trace+json npu-two-layers.json
sample application/vnd.weft.saturn-bus+jsonl saturnis-bus.jsonl
sample application/vnd.weft.btr1 saturnis-bus.btr1
sample application/vnd.weft.btr1 saturnis-bus-document.btr1
sample application/vnd.weft.recording live-two-chips.weftlive
sample application/vnd.weft.workspace+json core-and-bus.weftspace
for name in layer0/IFMAP_SRAM_TRACE.csv layer1/OFMAP_DRAM_TRACE.csv; do
  check "$name" has_type application/vnd.weft.scale-sim "$WEFT_SAMPLES/scale-sim-two-layers/$name"
done
check 'a report is a table' has_type text/csv "$WEFT_SAMPLES/scale-sim-two-layers/COMPUTE_REPORT.csv"
for name in champsim dma-transfers nsight-systems; do
  check "$name.weftformat" has_type text/vnd.weft.format "$WEFT_SAMPLES/$name.weftformat"
done
sample application/gzip kanata-core.log.gz
compressed gzip application/gzip noc-eight-cores.json
if command -v zstd >/dev/null; then
  compressed zstd application/zstd npu-two-layers.json
fi

for name in konata-sample-1.log konata-fixture-kanata.txt izumi-sargantana-addi.kanata; do
  real application/vnd.weft.kanata "kanata/$name"
done
real application/vnd.weft.o3pipeview kanata/konata-fixture-gem5.txt
real application/gzip kanata/kanata-sample-2.log.gz
for name in wormhole/DRAM_TO_1x1_BLOCK.json multicast/mc_n0.json \
            t3k-line-4/noc_trace_dev0_AllGatherAsync_ID1.json \
            cards/2026-08-17-nocfixed_A-4096-1/noc_trace_dev0_ID0.json; do
  real application/vnd.weft.noc-trace+json "noc/$name"
done
real application/vnd.weft.npeviz+json noc/npeviz-demo-single.json
real application/zstd noc/npeviz-DRAM_TO_8x8_HEIGHT.npeviz.zst
for name in llvm14-a55-inorder llvm16-skylake-mix-allviews llvm19-znver4-allviews-encoding; do
  real application/vnd.weft.llvm-mca+json "intake/mca/$name.json"
done
for name in xs-rtl-2025-04 xs-rtl-2025-10; do
  real application/vnd.weft.xiangshan "intake/xiangshan/$name.db"
done
real application/vnd.weft.uica+json intake/uica/synthetic-skl-loop.json
for name in 2024_12col-statvalue 2026_15col-edges 2023_grayskull-6col; do
  real application/vnd.weft.device-log "intake/ttmetal/profile_log_device_$name.csv"
done
for name in spec_seed_full_example.json spec_later_all_types.jsonl synth/small_jsonl.jsonl \
            synth/small_compact.json synth/small_pretty.json validation/v33_bom.json; do
  real application/vnd.weft.npu-trace+json "npu/$name"
done
for name in sample_trace.jsonl trace8_sample.jsonl; do
  real application/vnd.weft.saturn-bus+jsonl "bus/$name"
done

# Formats of which a line tells the type.
written ()
{
  printf '%s\n' "$3" > "$scratch/$2"
  has_type "$1" "$scratch/$2"
}

check 'a NoC trace' written application/vnd.weft.noc-trace+json a.json \
  '[ {"proc":"BRISC", "noc":"NOC_0", "vc":-1, "sx":1, "sy":1, "timestamp":1} ]'
check 'an empty JSON file' written application/json k.json '[]'
check 'an NPU trace' written application/vnd.weft.npu-trace+json b.json \
  '{"version": "1.0", "run_metadata": {}, "timeline_events": []}'
check 'an NPU trace of lines' written application/vnd.weft.npu-trace+json c.jsonl \
  '{"type": "ENGINE_EVENT", "engine": "TE", "start_cycle": 0, "end_cycle": 1}'
check 'a Chrome trace' written application/vnd.weft.chrome-trace+json d.json \
  '{"traceEvents":[{"ph":"X","ts":0,"dur":1,"pid":1,"tid":1,"name":"a"}]}'
check 'a bare Chrome trace' written application/vnd.weft.chrome-trace+json e.json \
  '[{"name":"a","ph":"X","ts":0,"dur":1,"pid":1,"tid":1}]'
check 'a modelled timeline' written application/vnd.weft.npeviz+json f.json \
  '{"common_info": {"version": "1.0", "cycles_per_timestep": 256}}'
check 'a table that is none of ours' written text/csv l.csv 'a, b
ARCH: no, CHIP_FREQ[MHz]: 1'
check 'a recording' written application/vnd.weft.recording g 'TTL1'
check 'JSON that is none of ours' written application/json h.json '{"a": 1}'
check 'a log that is none of ours' written text/x-log i.log 'Kanatas are none'
check 'a text that is none of ours' written text/plain j.txt 'Kanatas are none'

# The window and the file manager call a format the same.
names=$(sed -n 's/.*\.name = N_ ("\(.*\)").*/\1/p' "$WEFT_DATA/../src/readers/weft-formats.c")
while read -r comment; do
  # A workspace and a description are no traces, and a model is of a NoC's events.
  [[ $comment == 'Weft workspace' || $comment == 'Weft format description' \
      || $comment == 'Modelled NoC timeline' ]] \
    || check "“$comment” is the name of a format" grep -qxF "$comment" <<< "$names"
done < <(sed -n 's/^ *<comment>\(.*\)<\/comment>/\1/p' "$WEFT_DATA/io.github.weft_viewer.Weft.xml.in")
finish
