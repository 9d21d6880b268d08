import { describe, expect, test } from 'vitest'
import { homeOf } from './home-of.ts'

describe('signing in leads', () => {
  test.each(['/dashboard/my-articles', '/admin', '/admin/users'])('back to %s', (next) => {
    expect(homeOf('admin', next)).toBe(next)
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
    expect(homeOf('author', next)).toBe('/dashboard')
    expect(homeOf('admin', next)).toBe('/admin')
  })

  test('no author into the admin area', () => {
    expect(homeOf('author', '/admin/users')).toBe('/dashboard')
  })
})
