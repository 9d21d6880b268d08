import { pino, type Logger } from 'pino'
import type { Environment } from './environment.ts'

/** The log of a process: readable lines in a developer's terminal, JSON otherwise. */
export const openLog = ({ logLevel, production }: Environment): Logger =>
  pino({
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(process.stdout.isTTY && !production ? { transport: { target: 'pino-pretty' } } : {}),
  })
