import { openSmtpServer, type SmtpServer } from '../../support/smtp-server.ts'
import type { Setting } from '../scenario.ts'
import { addTo, checkByApi, checkIntegrity, checkTables } from './check.ts'
import { clockOffBy } from './clock.ts'
import { emailsSentTwice } from './emails.ts'
import { noFigures, type Figures } from './figures.ts'
import { newPlace, type Place, type StoredBytes } from './place.ts'
import { startServer, type Server } from './server.ts'
import { untilIdle, Workers } from './workers.ts'

const WORKERS = 4
/** Letters wait for ten minutes, and an email that was being sent when its process died for five. */
const ALL_DUE_MS = 20 * 60_000

/** A journal in a process of its own, with people who work on it. */
export class Run {
  readonly setting: Setting
  readonly place: Place
  readonly mail: SmtpServer
  readonly figures = noFigures()
  /** For every start. */
  readonly settings: NodeJS.ProcessEnv
  server: Server
  workers: Workers

  private constructor(run: Pick<Run, 'setting' | 'place' | 'mail' | 'settings' | 'server' | 'workers'>) {
    this.setting = run.setting
    this.place = run.place
    this.mail = run.mail
    this.settings = run.settings
    this.server = run.server
    this.workers = run.workers
  }

  static async begin(
    setting: Setting,
    more: { dataDir?: string; files?: StoredBytes; settings?: (place: Place) => NodeJS.ProcessEnv } = {},
  ): Promise<Run> {
    const place = await newPlace(setting, more)
    const mail = await openSmtpServer()
    const settings = { SMTP_URL: mail.url, ...more.settings?.(place) }
    const server = await startServer(place, settings)
    const workers = await Workers.at(place, mail, setting.seed, server.url)
    return new Run({ setting, place, mail, settings, server, workers })
  }

  get load() {
    return this.workers.load
  }

  work(count = WORKERS): void {
    this.workers.start(count)
  }

  async start(more: NodeJS.ProcessEnv = {}): Promise<Server> {
    return (this.server = await startServer(this.place, { ...this.settings, ...more }))
  }

  /** After a restart: everything acknowledged is there, and then a write is acknowledged again, which is timed. */
  async goOn(): Promise<void> {
    addTo(this.figures, await checkTables(this.place, this.workers.witness.news()))
    const checked = performance.now()
    this.load.open()
    // Without the time of the check.
    this.figures.recovery.push((this.server.openedAfterMs + 1000 * (await this.load.secondsToWrite(checked))) / 1000)
  }

  /**
   * Stops everybody; then all of it is checked, in a server that was started once more, whose background work has come to
   * its end.
   */
  async finish({ asked = this.setting.long ? 400 : 40, laterMs = ALL_DUE_MS } = {}): Promise<Figures> {
    const { figures, workers, load, place, mail } = this
    await workers.stop()
    const ended = await this.server.end()
    if (ended !== 0) figures.missed.push(`it ended with ${ended}: ${this.server.said().slice(-500)}`)
    await this.start(clockOffBy(laterMs))
    figures.missed.push(...(await untilIdle(place, laterMs)), ...workers.failures.slice(0, 20))
    const all = workers.witness.all()
    addTo(figures, await checkTables(place, all))
    load.begin(this.server.url)
    addTo(figures, await checkByApi(load, all, asked))
    const code = await this.server.end()
    if (code !== 0) figures.missed.push(`it ended with ${code}: ${this.server.said().slice(-500)}`)
    figures.missed.push(...(await checkIntegrity(place)))
    const sent = emailsSentTwice(mail)
    for (const one of all) {
      if (one.what === 'invitation' && !mail.received.some(({ to }) => to.includes(one.email)))
        figures.lost.push(`the invitation to ${one.email} was never sent`)
    }
    figures.duplicated.push(...sent.twice)
    await mail.close()
    workers.witness.close()
    figures.acknowledged += all.length
    figures.wrongAnswers.push(...load.wrong)
    const kinds = Object.entries(Object.groupBy(all, ({ what }) => what)).map(([what, of]) => `${of.length} × ${what}`)
    const again = sent.again ? `, ${sent.again} of them twice under one Message-ID` : ''
    figures.notes.push(`acknowledged: ${kinds.join(', ')}; ${mail.received.length} emails arrived${again}`)
    return figures
  }
}
