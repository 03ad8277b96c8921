// What other programs put on the clipboard, shortened, and what nobody should ever paste.

import { pictureAddress } from './editor-pages.ts'

export const googleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Tides</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;white-space:pre-wrap;">Read </span><span style="font-weight:700;white-space:pre-wrap;">twice</span><span style="font-style:italic;white-space:pre-wrap;"> a day</span><span style="text-decoration:underline;white-space:pre-wrap;"> at </span><a href="https://example.org/tides" style="text-decoration:none;"><span style="text-decoration:underline;">the quay</span></a></p><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="text-decoration:line-through;">Two</span></p></li></ul></ul><ol><li dir="ltr"><p dir="ltr" role="presentation"><span>First</span><span style="vertical-align:super;">st</span></p></li></ol></b><br class="Apple-interchange-newline">`

export const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal {margin:0cm}</style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head><body lang=EN-GB><!--StartFragment--><h1>Tides<o:p></o:p></h1><p class=MsoNormal>Read <b>twice</b>
a <i>day</i><o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>One</p><p class=MsoListParagraphCxSpLast style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1)<span>&nbsp;</span></span>Two</p><table><tr><td><p class=MsoNormal>Left</p></td><td><p class=MsoNormal>Right</p></td></tr></table><img width=10 src="file:///C:/Users/a/image001.png" alt="A chart"><!--EndFragment--></body></html>`

/** Of a page: with a caption, cells that are empty or hold more than a line, and a table for the layout alone. */
export const table = `<table><caption>High water</caption>
<thead><tr><th>&nbsp;</th><th>Morning</th><th> Evening </th></tr></thead>
<tbody>
<tr><th scope="row">Monday</th><td><b>5:12</b></td><td><p><a href="https://example.org/monday">17:40</a></p></td><td></td></tr>
<tr><td>Tuesday</td><td><br></td><td>18:31<br>late</td></tr>
<tr><td>&nbsp;</td><td></td></tr>
<tr><td>Wednesday</td><td><ul><li>Spring tide</li><li>No ferry</li></ul></td><td>19:20</td><td><div>by day</div></td></tr>
<tr><td>Thursday</td><td><p>8:02</p><p>or so</p></td></tr>
</tbody></table>
<table><tr><td><h2>Sources</h2><p>The harbour office</p></td></tr></table>`

/** As spreadsheets copy cells: with the widths of columns, merged cells, and a picture in one of them. */
export const spreadsheet = `<meta charset="utf-8"><google-sheets-html-origin><style>td {border: 1px solid}</style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1"><colgroup><col width="100"/><col width="100"/><col width="90"/></colgroup><tbody><tr style="height:21px;"><td colspan="2" style="overflow:hidden;">High water</td><td><h3>Notes</h3></td></tr><tr><td>Monday</td><td style="text-align:right;">5:12</td><td>spring<img src="${pictureAddress}" alt=""></td></tr><tr><td rowspan="2">Tuesday</td><td>6:01</td><td style="font-weight:bold;">neap</td></tr><tr><td>18:20</td><td></td></tr></tbody></table></google-sheets-html-origin>`

/** Each ends with a word that is kept. */
export const attacks = [
  '<script>alert(1)</script><p>kept0</p>',
  '<img src=x onerror=alert(1)><p>kept1</p>',
  '<img src="/api/v1/assets/cover-tide-tables/file?space=demo" onload="alert(1)" onerror="alert(1)"><p>kept2</p>',
  '<svg onload=alert(1)><script>alert(1)</script></svg><p>kept3</p>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><p>kept4</p>',
  '<a href="javascript:alert(1)" onclick="alert(1)">kept5</a>',
  '<a href=" java\nscript:alert(1)">kept6</a>',
  '<a href="data:text/html,<script>alert(1)</script>">kept7</a>',
  '<a href="//evil.example/">kept8</a>',
  '<a href="https:\\\\evil.example">kept9</a>',
  '<a href="https://user:password@evil.example/">kept10</a>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math><p>kept11</p>',
  '<p style="background:url(https://evil.example/a.png)" onmouseover="alert(1)">kept12</p>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example"><p>kept13</p>',
  '<form action="https://evil.example"><input autofocus onfocus=alert(1)></form><p>kept14</p>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)"><p>kept15</p>',
  '<details open ontoggle=alert(1)><summary>kept16</summary></details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><p>kept17</p>',
  '<img src="https://evil.example/pixel.png" alt="A pixel"><p>kept18</p>',
  '<template><img src=x onerror=alert(1)></template><p>kept19</p>',
  '<p data-pm-slice="0 0 []"><img src=x onerror=alert(1)>kept20</p>',
  '<video><source onerror="alert(1)"></video><marquee onstart=alert(1)>kept21</marquee>',
]
