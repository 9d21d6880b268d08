import { expect, test } from 'vitest'
import { backupsToKeep, KEPT } from './make-due-backup.ts'

const DAY = 24 * 3_600_000
const day = (number: number, hour = 3): string => new Date(Date.UTC(2026, 0, 1, hour) + number * DAY).toISOString()

test('a year of daily backups leaves seven days, four weeks and six months', () => {
  let backups: string[] = []
  for (let number = 0; number < 365; number++) {
    backups = [...backupsToKeep([...backups, day(number)])]
    expect(backups.length).toBeLessThanOrEqual(KEPT.days + KEPT.weeks + KEPT.months)
  }
  const kept = backups.sort().map((at) => at.slice(0, 10))
  expect(kept.slice(-7)).toEqual([25, 26, 27, 28, 29, 30, 31].map((number) => `2026-12-${number}`))
  expect([...new Set(kept.map((at) => at.slice(0, 7)))]).toEqual([
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
    '2026-12',
  ])
})

test('of several backups of an earlier day the newest is kept', () => {
  expect([...backupsToKeep([day(1, 1), day(1, 7), day(1, 13), day(3, 1)])].sort()).toEqual([day(1, 13), day(3, 1)])
})

test('hourly backups leave one of each hour of the last day, and daily ones before', () => {
  let backups: string[] = []
  for (let hour = 0; hour < 24 * 5; hour++) backups = [...backupsToKeep([...backups, day(0, hour)])]
  const newest = day(0, 24 * 5 - 1)
  const ofLastDay = backups.filter((at) => Date.parse(newest) - Date.parse(at) < DAY)
  expect(ofLastDay).toHaveLength(24)
  expect([...new Set(backups.map((at) => at.slice(0, 10)))].sort()).toEqual(
    [1, 2, 3, 4, 5].map((number) => `2026-01-0${number}`),
  )
  expect(backups).toHaveLength(28)
})

test('a long time without backups removes none', () => {
  const old = [day(-400), day(-399)]
  expect(backupsToKeep([...old, day(0)])).toEqual(new Set([...old, day(0)]))
})
