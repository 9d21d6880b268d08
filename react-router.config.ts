import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole site map is small: one file, cached, instead of a request at every hover.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
