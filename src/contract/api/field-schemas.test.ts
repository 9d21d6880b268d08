import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { Id, line, Slug, slugOf, text, TOO_MANY_MARKS, UNPRINTABLE_MESSAGE } from './field-schemas.ts'

const messageOf = (schema: ReturnType<typeof line> | ReturnType<typeof text>, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('a line of text', () => {
  test('is trimmed and brought to normal form C', () => {
    expect(line(100).parse('  Kovář  ')).toBe('Kovář')
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['another control character', 'a\u0007b'],
    ['delete', 'a\u007Fb'],
    ['half a surrogate pair, the first', 'a\uD83Cb'],
    ['half a surrogate pair, the second', 'a\uDF31b'],
    ['what is no character', 'a\uFFFEb'],
    ['a line break', 'a\nb'],
    ['a carriage return', 'a\r\nb'],
    ['a tab', 'a\tb'],
    ['a Unicode line separator', 'a\u2028b'],
    ['a right-to-left override', 'gnp\u202Eexe'],
    ['a first-strong isolate', 'a\u2068b'],
  ])('does not hold %s', (_what, value) => {
    expect(messageOf(line(100), value)).toBe(UNPRINTABLE_MESSAGE)
  })

  test.each(['🌱 seedling', 'عائشہ ملک', '李时珍', "O'Brien-Ñandú", 'H₂O – 5 °C'])('may hold %s', (value) => {
    expect(line(100).parse(value)).toBe(value)
  })

  test('may be longer as it is typed than in normal form, and is measured there', () => {
    expect(line(5).parse('e\u0301'.repeat(5))).toBe('é'.repeat(5))
    expect(messageOf(line(5), 'e\u0301'.repeat(6))).toBe('Please use at most 5 characters')
    // Some characters become two in normal form.
    expect(messageOf(line(5), '\u0958'.repeat(3))).toBe('Please use at most 5 characters')
  })

  test('is not looked at when it is far too long', () => {
    expect(messageOf(line(5), `\u0000${'a'.repeat(20)}`)).toBe('Please use at most 5 characters')
  })

  test('has no letter with more accents than any language needs', () => {
    expect(line(100).parse(`a${'\u0323'.repeat(30)}`)).toHaveLength(30)
    expect(messageOf(line(100), `a${'\u0323'.repeat(31)}`)).toBe(TOO_MANY_MARKS)
    expect(messageOf(text(100), `a${'\u0323\u0301'.repeat(20)}`)).toBe(TOO_MANY_MARKS)
  })

  test('has its own words when it is missing, blank or too long', () => {
    const name = line(5, { required: 'Name is required', max: 'Name cannot exceed 5 characters' })
    expect(messageOf(name, undefined)).toBe('Name is required')
    expect(messageOf(name, '')).toBe('Name is required')
    expect(messageOf(name, '   ')).toBe('Name is required')
    expect(messageOf(name, 'Quercus')).toBe('Name cannot exceed 5 characters')
    expect(messageOf(line(5), 'Quercus')).toBe('Please use at most 5 characters')
  })
})

describe('text of several lines', () => {
  test('keeps its line breaks, tabs and spaces', () => {
    expect(text(100).parse(' one\r\n\ttwo ')).toBe(' one\r\n\ttwo ')
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['an escape character', 'a\u001Bb'],
    ['half a surrogate pair', 'a\uD83Cb'],
    ['what is no character', 'a\uFFFFb'],
  ])('does not hold %s', (_what, value) => {
    expect(messageOf(text(100), value)).toBe(UNPRINTABLE_MESSAGE)
  })

  test('is no longer than it may be', () => {
    expect(messageOf(text(3), 'four')).toBe('Please use at most 3 characters')
  })
})

describe('an id', () => {
  test.each(['2gg4d26hcjxc', 'A-b_9', 'x'.repeat(64)])('may be %s', (id) => {
    expect(Id.parse(id)).toBe(id)
  })

  test.each(['', 'x'.repeat(65), 'a b', '../etc', 'a/b', "1' or '1'='1", 'é', 'a\n', 'a\u0000'])('is not %j', (id) => {
    expect(Id.safeParse(id).success).toBe(false)
  })
})

describe('the slug of a name', () => {
  test.each([
    ['Plant Physiology', 'plant-physiology'],
    ['  Plant   Physiology  ', 'plant-physiology'],
    ['Ecology & Climate Effects!', 'ecology-climate-effects'],
    ['Genetics -- and   Systematics', 'genetics-and-systematics'],
    ['C4 plants', 'c4-plants'],
    ['Kovář and Ñandú', 'kovar-and-nandu'],
    ['tab\tand\nbreak', 'tab-and-break'],
    ['植物', ''],
    ['', ''],
  ])('of "%s" is "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('is a slug the form accepts, or nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abZ09-_ &éßŁ植🌱ﬀ½²\t\u0000\u0301'), maxLength: 60 }),
        (name) => {
          const slug = slugOf(name)
          expect(slug === '' || Slug.safeParse(slug).success).toBe(true)
        },
      ),
    )
  })
})

describe('a slug typed by hand', () => {
  test.each([
    ['', 'Slug is required'],
    ['   ', 'Slug is required'],
    [undefined, 'Slug is required'],
    ['Plant', 'Slug can only contain lowercase letters, numbers, and hyphens'],
    ['plant physiology', 'Slug can only contain lowercase letters, numbers, and hyphens'],
    ['plant_physiology', 'Slug can only contain lowercase letters, numbers, and hyphens'],
  ])('%j is refused: %s', (slug, message) => {
    expect(Slug.safeParse(slug).error?.issues[0]?.message).toBe(message)
  })

  test.each(['plant-physiology', 'c4', '2026'])('%s is accepted', (slug) => {
    expect(Slug.parse(slug)).toBe(slug)
  })
})
