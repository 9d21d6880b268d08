import { describe, expect, test } from 'vitest'
import { homeOf } from './home-of.ts'

describe('signing in leads', () => {
  test.each(['/dashboard/my-articles', '/admin', '/admin/users'])('back to %s', (next) => {
    expect(homeOf({ role: 'admin' }, next)).toBe(next)
  })

  test.each([
    ...[
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '/admin\\@evil.test',
      '/dashboard.evil.test',
      '/dashboard@evil.test',
    ],
    ...[
      'javascript:alert(1)',
      '/dashboard/../login',
      '/dashboard/%2e%2e/x',
      '/dashboard/\n//evil.test',
      '/admin?x=1',
      '',
    ],
    ...['/blog', ' /admin', '/admin#x', '/dashboard\t/x'],
  ])('nowhere else: %j', (next) => {
    expect(homeOf({ role: 'author' }, next)).toBe('/dashboard')
    expect(homeOf({ role: 'admin' }, next)).toBe('/admin')
  })

  test('no author into the admin area', () => {
    expect(homeOf({ role: 'author' }, '/admin/users')).toBe('/dashboard')
    expect(homeOf({ role: 'author' }, '/desk')).toBe('/dashboard')
  })

  test('people with duties to their desk, but not to the desk of others; the invited to their invitation', () => {
    const section = { role: 'author', duties: ['section'] } as const
    expect(homeOf(section)).toBe('/desk')
    expect(homeOf(section, '/desk/figures')).toBe('/desk/figures')
    expect(homeOf({ role: 'author', duties: ['observer'] }, '/admin/figures')).toBe('/desk')
    expect(homeOf(section, '/admin')).toBe('/desk')
    expect(homeOf({ role: 'author' }, '/desk/invitations/a1')).toBe('/desk/invitations/a1')
  })
})
