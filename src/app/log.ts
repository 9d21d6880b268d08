import type { Logger } from 'pino'
import { openLog as openAnyLog } from '../platform/log.ts'
import type { Environment } from './environment.ts'

/** The log of a process: readable lines in a developer's terminal, JSON otherwise. */
export const openLog = ({ logLevel, logAddresses, production }: Environment): Logger =>
  openAnyLog({ level: logLevel, addresses: logAddresses, pretty: process.stdout.isTTY && !production })
