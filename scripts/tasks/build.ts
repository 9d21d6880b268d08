import { build } from './site-build.ts'

build()
