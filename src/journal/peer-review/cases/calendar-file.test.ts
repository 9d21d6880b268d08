import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'

const ENTRY: CalendarEntry = {
  uid: 'a1@journal.example.org',
  title: 'Review due',
  description: 'Your report is due.',
  due: '2026-12-31',
  at: '2026-11-22T09:17:50.123Z',
  url: 'https://journal.example.org/review?a=1,2;b#key',
}
const read = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')!
  return { event: new ICAL.Event(component), component }
}

test('another program reads an event of one day, with a reminder', () => {
  const { event, component } = read(calendarFile(ENTRY))
  expect([event.uid, event.summary, event.description]).toEqual([ENTRY.uid, ENTRY.title, ENTRY.description])
  expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([
    true,
    '2026-12-31',
    '2027-01-01',
  ])
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-22T09:17:50Z')
  expect(component.getFirstPropertyValue('url')).toBe(ENTRY.url)
  const alarm = component.getFirstSubcomponent('valarm')!
  expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY')
  expect(String(alarm.getFirstPropertyValue('trigger'))).toBe('-P1DT15H')
})

describe('any text comes back as it was', () => {
  test.each([
    'Commas, semicolons; and C:\\paths\\new',
    'two\nlines',
    `long ${'word '.repeat(100)}`,
    '植物の葉は春に開く。'.repeat(20),
    `${'🌱'.repeat(60)}é${'e\u0301'.repeat(40)}`,
    'END:VEVENT\nBEGIN:VALARM',
  ])('%s', (text) => {
    const file = calendarFile({ ...ENTRY, title: text, description: text })
    const { event } = read(file)
    expect([event.summary, event.description]).toEqual([text, text])
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

test('line breaks in an address or a name add no line', () => {
  const file = calendarFile({
    ...ENTRY,
    uid: 'a\r\nX-EVIL:1',
    url: 'https://example.org/\r\nX-EVIL:1',
    title: 'a\r\nX-EVIL:1',
  })
  expect(file).not.toMatch(/^X-EVIL/m)
})
