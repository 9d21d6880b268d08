const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * A date or moment of the old journal as ISO 8601, which it kept without a time zone: taken as UTC. Null for NULL,
 * for MySQL's `0000-00-00` and for days that no calendar has.
 */
export function momentIn(value: string | null): string | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = MOMENT.exec(value?.trim() ?? '') ?? []
  if (year === undefined || year < '1000') return null
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? iso : null
}

/** The day of a date or time, '2018-03-15'; null as above. */
export const dayIn = (value: string | null): string | null => momentIn(value)?.slice(0, 10) ?? null

/**
 * The days of an article's history that are taken over: only in an order that can be. Back issues were often entered years
 * after they had appeared, and then 'received' lies after 'published'.
 */
export function historyInOrder(days: { received: string | null; accepted: string | null; published: string | null }): {
  received: string | null
  accepted: string | null
  isOutOfOrder: boolean
} {
  const { received, accepted, published } = days
  const known = [received, accepted, published].filter((day) => day !== null)
  const isInOrder = known.every((day, index) => index === 0 || known[index - 1]! <= day)
  return isInOrder
    ? { received, accepted, isOutOfOrder: false }
    : { received: null, accepted: null, isOutOfOrder: true }
}
