import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { aTask } from '../../../tests/support/worker-tasks.ts'
import { WorkerProcesses, type WorkerLimits } from './workers.ts'

const PID = 'return process.pid'
const wait = (ms: number) => `await new Promise((resolve) => setTimeout(resolve, ${ms}))`

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))

describe('the processes that work', () => {
  const opened: WorkerProcesses[] = []
  const open = (limits?: Partial<WorkerLimits>) => {
    const workers = new WorkerProcesses(limits)
    opened.push(workers)
    return workers
  }
  afterEach(() => opened.splice(0).forEach((workers) => workers.end()))

  test('get what is asked and the content, whole, as bytes or as a stream', async () => {
    const workers = open()
    const echo = aTask('return [asked, content.toString()]')
    expect(await workers.ask(echo, { asked: { a: 1 }, content: Buffer.from('seed') })).toEqual([{ a: 1 }, 'seed'])
    const content = () => Readable.from(['a', 'b'])
    expect(await workers.ask(echo, { content, bytes: 2 })).toEqual([null, 'ab'])
    expect(await workers.ask(echo, { content, bytes: 3 })).toBeUndefined()
    const broken = () =>
      Readable.from(
        (async function* () {
          yield 'a'
          throw new Error('the disk failed')
        })(),
      )
    expect(await workers.ask(echo, { content: broken, bytes: 2 })).toBeUndefined()
  })

  test('have none of the settings of the journal', async () => {
    const env = (await open().ask(aTask('return process.env'))) as Record<string, string>
    expect(
      Object.keys(env).filter((name) => !['SystemRoot', 'NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD'].includes(name)),
    ).toEqual(['NODE_CHANNEL_SERIALIZATION_MODE'].filter((name) => name in env))
  })

  test('do one task each, unless they may be used again', async () => {
    const workers = open()
    const [once, again] = [aTask(PID), aTask(PID, { isReused: true })]
    const [first, second] = [await workers.ask(once), await workers.ask(once)]
    expect(first).not.toBe(second)
    await expect.poll(() => isAlive(first as number)).toBe(false)
    const third = await workers.ask(again)
    expect([await workers.ask(again), await workers.ask(again)]).toEqual([third, third])
    // Another kind has a process of its own.
    expect(await workers.ask(aTask(PID, { isReused: true }))).not.toBe(third)
    workers.end()
    await expect.poll(() => isAlive(third as number)).toBe(false)
    expect(await workers.ask(again)).not.toBe(third)
  })

  test('read streams one after the other, also where they may be used again', async () => {
    const workers = open()
    const echo = aTask('return content.toString()', { isReused: true })
    const stream = () => workers.ask(echo, { content: () => Readable.from(['a', 'b']), bytes: 2 })
    expect([await stream(), await stream(), await stream()]).toEqual(['ab', 'ab', 'ab'])
    expect(await workers.ask(echo, { content: Buffer.from('c') })).toBe('c')
    expect(await stream()).toBe('ab')
  })

  test('that have ended while they waited are not asked', async () => {
    const workers = open()
    const task = aTask(PID, { isReused: true })
    process.kill((await workers.ask(task)) as number, 'SIGKILL')
    await expect.poll(() => workers.inUse.processes).toBeLessThan(2)
    expect(await workers.ask(task)).toEqual(expect.any(Number))
  })

  test('never are more than the number that is set, nor take more memory together', async () => {
    const workers = open({ atOnce: 2, memoryMegabytes: 600 })
    const seen: { processes: number; megabytes: number }[] = []
    const watching = setInterval(() => seen.push(workers.inUse), 5)
    const tasks = [aTask(wait(50)), aTask(wait(30), { isReused: true })]
    await Promise.all(Array.from({ length: 8 }, (_, at) => workers.ask(tasks[at % 2]!, { isBackground: at % 3 === 0 })))
    clearInterval(watching)
    expect(Math.max(...seen.map(({ processes }) => processes))).toBe(2)
    expect(Math.max(...seen.map(({ megabytes }) => megabytes))).toBeLessThanOrEqual(600)
  })

  test('do first what someone waits for, and leave it a place', async () => {
    const workers = open({ atOnce: 2, memoryMegabytes: 600 })
    const gate = join(inject('temporaryFolder'), `gate-${process.pid}`)
    const done: string[] = []
    const ask = (name: string, isBackground: boolean) => {
      const code = `const { existsSync } = await import('node:fs'); while (!existsSync('${gate}')) ${wait(20)}`
      const asked = workers.ask(aTask(isBackground ? code : PID, { timeoutMs: 60_000 }), { isBackground })
      return asked.then(() => done.push(name))
    }
    const later = ['first', 'second', 'third'].map((name) => ask(name, true))
    await Promise.all([ask('now', false), ask('then', false)])
    expect(done.toSorted()).toEqual(['now', 'then'])
    expect(workers.inUse.processes).toBeLessThanOrEqual(2)
    writeFileSync(gate, '')
    await Promise.all(later)
    expect(done.slice(2)).toEqual(['first', 'second', 'third'])
  })

  test.each([
    ['ends', 'process.exit(1)'],
    ['throws', 'throw new Error("parser")'],
    ['cannot be loaded', 'this is no program'],
    ['says something else', 'process.send("done"); for (;;);'],
    ['hangs', 'for (;;);'],
  ])('give no answer to a task that %s, and go on', async (_what, code) => {
    const workers = open({ atOnce: 1 })
    const bad = aTask(code, { timeoutMs: 1_000, isReused: true })
    expect(await workers.ask(bad)).toBeUndefined()
    expect(await workers.ask(aTask(PID))).toEqual(expect.any(Number))
  })

  test('are not waited for after the deadline, in the queue neither', async () => {
    const workers = open({ atOnce: 1 })
    const hanging = workers.ask(aTask('for (;;);', { timeoutMs: 1_500 }))
    const deadline = AbortSignal.timeout(100)
    expect(await workers.ask(aTask(PID), { deadline })).toBeUndefined()
    expect(await workers.ask(aTask(PID), { deadline })).toBeUndefined()
    expect(await hanging).toBeUndefined()
  })

  test('that need more than their part of the memory begin once more, alone, and beyond the limit give none', async () => {
    const workers = open({ atOnce: 2, memoryMegabytes: 500 })
    const file = join(inject('temporaryFolder'), `begun-${process.pid}`)
    const taking = (megabytes: number) =>
      aTask(
        `
        const { appendFileSync } = await import('node:fs')
        appendFileSync(${JSON.stringify(file)}, 'x')
        const taken = Buffer.alloc(${megabytes} * 1024 * 1024, 1)
        ${wait(2_000)}
        return taken.length`,
        // Filling so much takes a while on a busy machine.
        { timeoutMs: 60_000 },
      )
    expect(await workers.ask(taking(280))).toBe(280 * 1024 * 1024)
    expect(readFileSync(file, 'utf8')).toBe('xx')
    // What is known to be large begins so.
    const large = { ...taking(280), largeFrom: 10 }
    expect(await workers.ask(large, { content: Buffer.alloc(10) })).toBe(280 * 1024 * 1024)
    expect(readFileSync(file, 'utf8')).toBe('xxx')
    expect(await workers.ask(taking(900))).toBeUndefined()
  })

  test('end with the journal’s process', async () => {
    const parent = fork(join(import.meta.dirname, '..', '..', '..', 'tests', 'support', 'worker-parent.ts'), [
      aTask(`process.kill(process.ppid, 0); return process.pid`, { isReused: true }).module,
    ])
    const [pid] = (await once(parent, 'message')) as [number]
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
