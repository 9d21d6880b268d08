/**
 * Texts that try to run `run`, each in a way of its own: by a tag, an attribute, an address, by breaking out of
 * what they are put into, or by coming out of a parser as something else than went in.
 */
export const scriptPayloads = (run: (index: number) => string): string[] =>
  PAYLOADS.map((payload, index) => payload(run(index)))

const PAYLOADS: ((run: string) => string)[] = [
  // Tags and handlers.
  (run) => `<script>${run}</script>`,
  (run) => `<SCRIPT >${run}</SCRIPT >`,
  (run) => `<script type="module">${run}</script>`,
  (run) => `<script type="text/after-paint">${run}</script>`,
  (run) => `<script src="data:text/javascript,${run}"></script>`,
  (run) => `<img src=x onerror="${run}">`,
  (run) => `<img src="data:image/png;base64,AA" onerror="${run}">`,
  (run) => `<svg onload="${run}">`,
  (run) => `<svg/onload=${run}//`,
  (run) => `<svg><script>${run}</script></svg>`,
  (run) => `<svg><animate onbegin="${run}" attributeName="x" dur="1s"/></svg>`,
  (run) => `<details open ontoggle="${run}">x</details>`,
  (run) => `<input autofocus onfocus="${run}">`,
  (run) => `<video><source onerror="${run}"></video>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<object data="data:text/html,<script>parent.${run}</script>"></object>`,
  (run) => `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  (run) => `<base href="javascript:${run}//">`,
  // Breaking out: of text, of attributes, of scripts, of comments, of XML.
  (run) => `</script><script>${run}</script>`,
  (run) => `</title></textarea></style></noscript><script>${run}</script>`,
  (run) => `"><script>${run}</script>`,
  (run) => `'><script>${run}</script>`,
  (run) => `" autofocus onfocus="${run}" x="`,
  (run) => `' autofocus onfocus='${run}' x='`,
  (run) => `--><script>${run}</script><!--`,
  (run) => `<!--<script>${run}//`,
  (run) => `]]><script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`,
  (run) => `");${run};("`,
  (run) => `\\");${run}//`,
  (run) => `\u2028${run}\u2029//`,
  // Addresses.
  (run) => `javascript:${run}`,
  (run) => ` java\tscript:${run}`,
  (run) => `data:text/html,<script>parent.${run}</script>`,
  (run) => `<a href="javascript:${run}">leaf</a><form action="javascript:${run}"><button>leaf</button></form>`,
  // What one parser takes for text and the next for a tag.
  (run) => `<math><mtext></form><form><mglyph><style></math><img src onerror="${run}">`,
  (run) => `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  (run) => `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  (run) => `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${run} src>">`,
  (run) => `<scr<script>ipt>${run}</scr</script>ipt>`,
  (run) => `&lt;script&gt;${run}&lt;/script&gt;`,
  (run) => `&amp;lt;img src=x onerror=${run}&amp;gt;`,
  (run) => `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  (run) => `%3Cscript%3E${run}%3C/script%3E`,
  (run) => `<i title="<script>${run}</script>">x</i><sub onclick="${run}">y</sub>`,
  // Templates.
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `\${${run}}#{${run}}<%= ${run} %>`,
]
