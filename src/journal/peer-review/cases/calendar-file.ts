/** A day by which something is due. */
export interface CalendarEntry {
  /** Stays the same when the entry is sent again, which then replaces the first one. */
  uid: string
  title: string
  description: string
  /** YYYY-MM-DD */
  due: string
  /** When this was written, as an ISO time. */
  at: string
  url?: string
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Two days before, at nine in the morning wherever the reader is. */
const ALARM = '-P1DT15H'

/** An all-day event with a reminder, as an iCalendar file (RFC 5545). */
export function calendarFile({ uid, title, description, due, at, url }: CalendarEntry): string {
  const after = new Date(Date.parse(`${due}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Peer review//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${at.slice(0, 19).replace(/[-:]/g, '')}Z`,
    `DTSTART;VALUE=DATE:${compact(due)}`,
    `DTEND;VALUE=DATE:${compact(after)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    // An address is not text: only what would end its line is taken out.
    ...(url ? [`URL:${url.replace(CONTROLS, '')}`] : []),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${ALARM}`,
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const compact = (day: string): string => day.replaceAll('-', '')

const CONTROLS = /[\u0000-\u001F\u007F]/g

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(CONTROLS, ' ')

const MOST_OCTETS = 75

/** Lines of at most 75 octets, never cut inside a character. A continued line begins with a space. */
function folded(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}
