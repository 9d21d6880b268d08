import { badSettings } from './bad-settings.ts'
import { bucketStalls } from './bucket-stalls.ts'
import { clock } from './clock.ts'
import { damagedFiles } from './damaged-files.ts'
import { databaseCut } from './database-cut.ts'
import { diskAway } from './disk-away.ts'
import { diskFull } from './disk-full.ts'
import { kills } from './kills.ts'
import { migrationKills } from './migration-kills.ts'
import { readersAlone } from './readers-alone.ts'
import { restoreKills } from './restore-kills.ts'
import type { Scenario } from './scenario.ts'
import { sigterm } from './sigterm.ts'
import { signInBurst } from './sign-in-burst.ts'
import { slowClients } from './slow-clients.ts'
import { twoProcesses } from './two-processes.ts'

export const scenarios: readonly Scenario[] = [
  kills,
  migrationKills,
  diskFull,
  databaseCut,
  damagedFiles,
  clock,
  badSettings,
  twoProcesses,
  slowClients,
  signInBurst,
  bucketStalls,
  diskAway,
  restoreKills,
  readersAlone,
  sigterm,
]
