/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-page.h"

#include "weft-findings.h"
#include "weft-html.h"
#include "weft-style.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#define WIDTH 1200

/* A drawing that is larger is a picture of pixels instead, twice as many as on the screen. */
#define MAX_DRAWING (256 * 1024) /* bytes */
#define PIXEL_SCALE 2

/* Rows of a table; the others are counted below it. */
#define MAX_ROWS 200

/* Nothing is fetched, whatever the page says: a trace's texts are in it. */
static const char policy[] = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
                             "script-src 'unsafe-inline'";

static const char style_sheet[] =
  ":root{color-scheme:light dark;--line:#ccc;--faint:#595959}"
  "@media(prefers-color-scheme:dark){:root{--line:#555;--faint:#b0b0b0}}"
  "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;padding:0 1em;max-width:1200px;"
  "overflow-wrap:anywhere}"
  "h1,h2,h3{line-height:1.2}h2{margin-top:2.5em;border-bottom:1px solid var(--line)}"
  "img{box-sizing:border-box;width:100%;height:auto;border:1px solid var(--line)}"
  "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1.5em}"
  "dt,small{color:var(--faint)}dd{margin:0}"
  "pre{white-space:pre-wrap}"
  ".rows{overflow-x:auto;margin:1em 0}"
  "table{border-collapse:collapse;overflow-wrap:normal;font-variant-numeric:tabular-nums}"
  "th,td{padding:2px 10px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}"
  ".text{text-align:left;max-width:40em;overflow:hidden;text-overflow:ellipsis}"
  "th button{all:unset;cursor:pointer;font-weight:bold}th button:focus-visible{outline:2px solid}"
  "@media(max-width:600px){dl{grid-template-columns:1fr}dt{margin-top:.4em}}"
  "@media print{body{max-width:none}h2,h3{break-after:avoid}tr,img{break-inside:avoid}"
  ".rows{overflow:visible}table{font-size:80%}th,td{padding:2px 4px}"
  "th,td.text{white-space:normal;overflow-wrap:anywhere}}";

/* Rows by a column: numbers by what they are, not by how they are written; what is not known stays last. */
static const char script[] =
  "for(const b of document.querySelectorAll('th button'))b.onclick=()=>{"
  "const th=b.parentNode,t=th.closest('table'),i=th.cellIndex,body=t.tBodies[0],"
  "up=th.ariaSort!='ascending';"
  "for(const h of t.tHead.rows[0].cells)h.ariaSort=null;"
  "th.ariaSort=up?'ascending':'descending';"
  "const key=r=>{const c=r.cells[i];return c.dataset.v===undefined?c.textContent:+c.dataset.v};"
  "body.append(...[...body.rows].sort((r,s)=>{const a=key(r),b=key(s);"
  "if(a==='—'||b==='—')return(a==='—')-(b==='—');"
  "return(up?1:-1)*(typeof a=='number'&&typeof b=='number'?a-b:String(a).localeCompare(b))}))}";

void
weft_cli_page_begin (FILE *stream, const char *title, const char *summary)
{
  fprintf (stream,
           "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">"
           "<meta name=\"viewport\" content=\"width=device-width\">",
           policy);
  weft_html_write_element (stream, "title", title);
  fprintf (stream, "<style>%s</style></head><body>\n", style_sheet);
  weft_html_write_element (stream, "h1", title);
  if (summary != NULL)
    weft_cli_page_write_paragraph (stream, summary);
}

void
weft_cli_page_end (FILE *stream)
{
  fprintf (stream, "<script>%s</script></body></html>\n", script);
}

void
weft_cli_page_write_heading (FILE *stream, const char *title)
{
  weft_html_write_element (stream, "h2", title);
}

void
weft_cli_page_write_paragraph (FILE *stream, const char *text)
{
  weft_html_write_element (stream, "p", text);
}

void
weft_cli_page_write_findings (FILE *stream, const GArray *findings)
{
  if (findings->len == 0)
    return;
  weft_cli_page_write_heading (stream, _ ("Findings"));
  fputs ("<ol>\n", stream);
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      fputs ("<li>", stream);
      weft_html_write_text (stream, finding->text);
      if (finding->definition != NULL)
        {
          fputs ("<br>", stream);
          weft_html_write_element (stream, "small", finding->definition);
        }
      fputs ("</li>\n", stream);
    }
  fputs ("</ol>\n", stream);
}

void
weft_cli_page_write_table (FILE *stream, const char *title, const WeftFacts *facts)
{
  if (facts->n_rows == 0)
    return;
  weft_cli_page_write_heading (stream, title);
  weft_html_write_rows (stream, facts, MAX_ROWS);
}

/* The bytes that `render` writes of a view: (transfer full), NULL after a complaint. */
static GBytes *
draw (WeftTrace *trace, const WeftCliRequest *request, WeftPictureFormat format, WeftTheme theme)
{
  const WeftCliRun run = weft_cli_family_get_run (weft_cli_family_of (trace), WEFT_CLI_RENDER);
  WeftCliRequest picture = *request;
  char *bytes = NULL;
  size_t length = 0;
  int status;

  picture.stream = open_memstream (&bytes, &length);
  picture.picture = format;
  picture.scale = format == WEFT_PICTURE_PNG ? PIXEL_SCALE : 1;
  picture.theme = theme;
  status = run (trace, &picture);
  fclose (picture.stream);
  if (status == WEFT_CLI_SUCCESS)
    return g_bytes_new_with_free_func (bytes, length, free, bytes);
  free (bytes);
  return NULL;
}

/* An attribute with the picture in it. FALSE after a complaint. `format` becomes PNG where a drawing is too large. */
static gboolean
write_drawing (FILE *stream, const char *attribute, WeftTrace *trace, const WeftCliRequest *request,
               WeftTheme theme, WeftPictureFormat *format)
{
  g_autoptr (GBytes) bytes = draw (trace, request, *format, theme);
  g_autofree char *encoded = NULL;

  if (bytes != NULL && *format == WEFT_PICTURE_SVG && g_bytes_get_size (bytes) > MAX_DRAWING)
    {
      *format = WEFT_PICTURE_PNG;
      g_bytes_unref (bytes);
      bytes = draw (trace, request, *format, theme);
    }
  if (bytes == NULL)
    return FALSE;
  encoded = g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  fprintf (stream, " %s=\"data:image/%s;base64,%s\"", attribute,
           *format == WEFT_PICTURE_PNG ? "png" : "svg+xml", encoded);
  return TRUE;
}

gboolean
weft_cli_page_write_picture (FILE *stream, const char *title, WeftTrace *trace,
                             const WeftCliRequest *request, guint view, int height)
{
  WeftCliRequest picture = *request;
  WeftPictureFormat format = WEFT_PICTURE_SVG;
  gboolean done;

  picture.view = view;
  picture.width = WIDTH;
  picture.height = height;
  weft_cli_page_write_heading (stream, title);
  fputs ("<picture><source media=\"(prefers-color-scheme: dark)\"", stream);
  done = write_drawing (stream, "srcset", trace, &picture, WEFT_THEME_DARK, &format);
  fputs ("><img alt=\"", stream);
  weft_html_write_text (stream, title);
  fputc ('"', stream);
  done = done && write_drawing (stream, "src", trace, &picture, WEFT_THEME_LIGHT, &format);
  fputs ("></picture>\n", stream);
  return done;
}
