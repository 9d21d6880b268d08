import { expect, test } from 'vitest'
import { isRobot } from './count-requests.ts'

test.each<[string | undefined, boolean]>([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', true],
  ['curl/8.5.0', true],
  ['python-requests/2.32', true],
  ['', true],
  [undefined, true],
  ['x'.repeat(2_000), true],
])('%s', (userAgent, robot) => {
  expect([isRobot(userAgent), isRobot(userAgent)]).toEqual([robot, robot])
})
