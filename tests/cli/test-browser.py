#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of weft-cli in a browser: reports of every family, alone and compared, and the pages of gates. Nothing is
fetched, nothing is complained of in the console, tables sort on a click, texts stand out from what is behind them in
light and dark (WCAG 2, 4.5 to 1), and nothing is too wide for a phone or for paper. As TAP."""

import os
import pathlib
import subprocess
import sys
import tempfile

import browser

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(os.environ["WEFT_SAMPLES"])
PHONE, PAPER = 360, 718  # CSS pixels; A4 between the margins
SHRINK = 1.33  # what is wider than paper is printed smaller, to that

REPORTS = {
    "pipeline": ["kanata-core.log"], "noc": ["noc-eight-cores.json"], "npu": ["npu-two-layers.json"],
    "timeline": ["timeline-three-steps.json"], "bus": ["saturnis-bus.jsonl"], "live": ["live-two-chips.weftlive"],
    "compared": ["kanata-core.log", "o3pipeview-core.out"],
}

# What stands on the page, each with how it stands out: the texts that do not.
CONTRAST = """(async () => {
  const sources = () => [...document.images].map(i => i.currentSrc);
  const shown = window.shown, isSame = () => shown && sources().some((source, i) => source === shown[i]);
  for (let i = 0; i < 600 && (i === 0 || isSame()); i++) await new Promise(done => setTimeout(done, 50));
  window.shown = sources();
  await Promise.all([...document.images].map(i => i.decode().catch(() => 0)));
  const hash = text => { let h = 0; for (const c of text) h = (h * 31 + c.charCodeAt()) | 0; return h; };
  const probe = document.createElement('div');
  probe.style.cssText = 'background:Canvas;color:CanvasText';
  document.body.append(probe);
  const canvas = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const parts = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const channel = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = c => .2126 * channel(c[0]) + .7152 * channel(c[1]) + .0722 * channel(c[2]);
  const over = (a, b) => a.length < 4 ? a : a.slice(0, 3).map((v, i) => v * a[3] + b[i] * (1 - a[3]));
  const behind = e => e === null ? parts(canvas)
    : over(parts(getComputedStyle(e).backgroundColor), behind(e.parentElement));
  const low = [];
  let n = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.getClientRects().length || e.tagName === 'SCRIPT') continue;
    n++;
    const back = behind(e), front = over(parts(getComputedStyle(e).color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) low.push(`${ratio.toFixed(2)} ${node.data.trim().slice(0, 40)}`);
  }
  return {n, low, back: light(parts(canvas)), front: light(parts(getComputedStyle(document.body).color)),
          pictures: [...document.images].map(i => hash(i.currentSrc)),
          empty: [...document.images].filter(i => !i.naturalWidth).length};
})()"""

# A click on each title sorts rows up, and another one down; what is not known stays last.
SORT = """(() => {
  const wrong = [];
  let n = 0;
  const key = (row, i) => {
    const cell = row.cells[i];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  for (const table of document.querySelectorAll('table')) {
    const body = table.tBodies[0], before = [...body.rows].map(r => r.textContent).sort().join('|');
    for (const button of table.querySelectorAll('th button'))
      for (const up of [true, false]) {
        button.click();
        n++;
        const i = button.parentNode.cellIndex, keys = [...body.rows].map(r => key(r, i));
        const known = keys.filter(k => k !== '—'), numbers = known.every(k => typeof k === 'number');
        const sorted = [...known].sort((a, b) => (up ? 1 : -1) * (numbers ? a - b : String(a).localeCompare(b)));
        const mark = button.parentNode.ariaSort;
        if (numbers && sorted.concat(keys.filter(k => k === '—')).join('|') !== keys.join('|')
            || !numbers && known.every(k => typeof k === 'string') && sorted.join('|') !== known.join('|')
            || mark !== (up ? 'ascending' : 'descending')
            || [...body.rows].map(r => r.textContent).sort().join('|') !== before)
          wrong.push(`${button.textContent} ${mark}`);
      }
  }
  return {n, wrong};
})()"""

WIDTH = """({page: document.documentElement.scrollWidth, small: Math.min(...[...document.querySelectorAll('p,td,dd,li')]
  .map(e => parseFloat(getComputedStyle(e).fontSize)))})"""


def write(path, *arguments, statuses=(0,)):
    with open(path, "wb") as stream:
        done = subprocess.run([CLI, *map(str, arguments)], stdout=stream, stderr=subprocess.PIPE)
    assert done.returncode in statuses, f"{arguments}: {done.returncode}, {done.stderr.decode()}"


def make_pages(folder):
    pages = {name: folder / f"{name}.html" for name in (*REPORTS, "assert", "gate", "npu-export", "timeline-export")}
    for name, files in REPORTS.items():
        write(pages[name], "report", *(SAMPLES / file for file in files), "-o", "-")
    log, other = SAMPLES / "kanata-core.log", SAMPLES / "o3pipeview-core.out"
    write(pages["assert"], "assert", log, "SELECT * FROM op WHERE latency > 5", "--format", "html", statuses=(1,))
    write(pages["gate"], "compare", log, other, "--fail-on", "ipc < -1%", "--format", "html", statuses=(0, 1))
    for name in ("npu", "timeline"):
        write(pages[name + "-export"], "export", SAMPLES / REPORTS[name][0], "--format", "html", "-o", "-")
    return pages


def check_colours(page):
    pictures = {}
    for scheme in ("light", "dark"):
        page.show(scheme=scheme)
        found = page.run(CONTRAST)
        assert found["n"] > 5 and not found["low"], f"{scheme}: {found['low'][:5]}"
        assert (found["back"] > found["front"]) == (scheme == "light"), f"{scheme} is not: {found}"
        assert found["empty"] == 0, f"{found['empty']} pictures do not show"
        pictures[scheme] = found["pictures"]
    assert all(a != b for a, b in zip(*pictures.values())), "pictures are the same in the dark"


def check_widths(page):
    for what, width, most, media in (("a phone", PHONE, PHONE, "screen"), ("paper", PAPER, PAPER * SHRINK, "print")):
        page.show(width=width, media=media)
        found = page.run(WIDTH)
        assert found["page"] <= most, f"{found['page']} px on {what}"
        assert found["small"] is None or found["small"] >= 11, f"letters of {found['small']} px on {what}"


def check_page(page, path):
    page.show()
    page.open(path)
    check_colours(page)
    check_widths(page)
    page.show()
    found = page.run(SORT)
    assert found["n"] > 0 and not found["wrong"], f"sorted wrongly: {found['wrong'][:5]}"
    asked = [url[:80] for url in page.requests if url != path.as_uri() and not url.startswith("data:")]
    assert not asked, f"asks for {asked}"
    assert not page.complaints, page.complaints[:3]


def check_checks(page, folder):
    """A page that fetches, complains, and is faint and wide is found to be so."""
    path = folder / "bad.html"
    path.write_text("<!DOCTYPE html><body><p style='color:#999;background:#fff;width:900px'>faint and wide, this"
                    "</p><img src='http://127.0.0.1:9/x.png'><script>console.error('no'); nothing()</script>")
    page.show()
    page.open(path)
    assert "faint and wide" in page.run(CONTRAST)["low"][0]
    page.show(width=PHONE)
    assert page.run(WIDTH)["page"] > PHONE
    assert len(page.complaints) >= 2 and any(url.startswith("http") for url in page.requests)


def main():
    if browser.find() is None:
        if os.environ.get("CI"):
            print("Bail out! Chromium is missing: install the package chromium")
            return 1
        print("1..0 # SKIP Chromium is not installed (package chromium)")
        return 0
    failed = False
    with tempfile.TemporaryDirectory(prefix="weft-browser-", ignore_cleanup_errors=True) as folder:
        pages = make_pages(pathlib.Path(folder))
        # one for all, as it takes longer to start than pages do to be looked at
        page = browser.Browser(folder)
        checks = [("checks", check_checks, pathlib.Path(folder))]
        checks += [(name, check_page, path) for name, path in pages.items()]
        print(f"1..{len(checks)}")
        for number, (name, check, path) in enumerate(checks, start=1):
            try:
                check(page, path)
                print(f"ok {number} {name}", flush=True)
            except AssertionError as error:
                failed = True
                print(f"# {error}\nnot ok {number} {name}", flush=True)
        page.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
