import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route manifest is small: one cached file instead of a request on every hover.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
