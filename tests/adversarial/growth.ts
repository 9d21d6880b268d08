/**
 * Patterns that make backtracking scanners start over: each repeated to a length, with an end that never
 * matches.
 */
const UNITS = [
  ...[
    '<',
    '<<',
    '>',
    '< ',
    '<p',
    '<p ',
    '<p>',
    '</p>',
    '<br ',
    '<br>',
    '<em>',
    '<i>a',
    '<i><sub>',
    '</i>',
    '<a href="',
  ],
  ...[
    '<script ',
    '<script>',
    '<style ',
    '<style>',
    '<!--',
    '<![CDATA[',
    '<img src="',
    '<p class="',
    "<a '",
    '<a "',
    '="',
  ],
  ...[
    'data:image/png;base64,',
    'data:image/png;base64,A',
    '&',
    '&amp;',
    '&nbsp;',
    '&#',
    '&#39;',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\v',
    '\u00a0',
    '\u2028',
    ' ,',
    ', ',
    ' ;',
    ';',
    ',',
    '.',
    '-',
    '–',
    '_',
    ':',
    '/',
    '//',
  ],
  ...['a', 'A', 'Aa', 'aA', 'ab ', 'A1', '1', '1,', '1-', '1-1,', '0-0', 'a-', "a'", 'and ', 'a.', 'a@', 'a@a.', '@'],
  ...[
    'e\u0301',
    '\u0301',
    '\u0301\u0323',
    '\uff9e\u0301',
    '\u0344',
    'ﷺ',
    'İ',
    'ß',
    '가',
    '\u1100\u1161',
    '\ud83c\udf31',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '[{',
    '{"a":',
    '((',
    '( ',
    '(\ue000',
    '\ue000',
    '\ue000 ',
    '* ',
    '# ',
    'www.',
    'http://',
  ],
  ...[
    'q=0;',
    ' ;q=',
    'W/"a",',
    'bytes=',
    '0000-0000-0000-000',
    'e-mail ',
    'tel ',
    '\\begin{document}',
    '\\frac{',
    '_{',
    '$',
  ],
  ...['van ', 'Volume 1', 'creativecommons.org/licenses/', 'CC BY', '©', '%', '%25', '\u202e', '\ufeff', 'é', '植'],
]

type Input = (length: number) => string

export const WORST_INPUTS: [name: string, input: Input][] = UNITS.flatMap((unit): [string, Input][] => {
  const repeated: Input = (length) => unit.repeat(Math.ceil(length / unit.length))
  const name = JSON.stringify(unit)
  return [
    [name, repeated],
    [`${name}, then '!x'`, (length) => `${repeated(length)}!x`],
  ]
})

const timeOf = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Differences below this are noise. */
const NOISE_MS = 5
/** Four times the length may take eight times as long; quadratic growth takes sixteen. */
const MOST_GROWTH = 8
/** Only what seems steep is tried so often: on a busy machine few attempts are undisturbed. */
const TRIES = 20

/**
 * The growth of `work` from an input of this length to one four times as long; null if it is near enough to
 * linear. The best of several attempts counts, because a busy machine only makes things slower; a steep
 * result is checked again from four times the length to sixteen, where noise weighs less.
 */
export function tooSteep(work: (input: string) => unknown, input: Input, length: number): string | null {
  return growth(work, input(length), input(4 * length)) && growth(work, input(4 * length), input(16 * length))
}

function growth(work: (input: string) => unknown, input: string, fourTimes: string): string | null {
  let [short, long] = [Infinity, Infinity]
  for (let round = 0; round < TRIES; round++) {
    short = Math.min(
      short,
      timeOf(() => work(input)),
    )
    long = Math.min(
      long,
      timeOf(() => work(fourTimes)),
    )
    if (long <= NOISE_MS + MOST_GROWTH * short) return null
  }
  return `${short.toFixed(1)} ms for ${input.length} characters, ${long.toFixed(1)} ms for ${fourTimes.length}`
}
