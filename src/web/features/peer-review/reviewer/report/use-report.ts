import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReportFile, ReportInWriting, reviewReports } from '../../../../../contract/api/review-reports.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import type { OutputOf } from '../../../../../contract/api/endpoint.ts'
import { type ApiError, failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { DeviceDrafts } from './device-drafts.ts'
import { DraftSync, type DraftState } from './draft-keeper.ts'

/** One for each time that the page is opened. */
const newTab = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

export interface Opened {
  writing: ReportInWriting
  keeper: DraftSync
  device: DeviceDrafts
}

/** Opens a report: what the journal has of it, and what this device has. */
export function useOpenedReport(): { opened: Opened | null; failure: ApiError | null; tryAgain: () => void } {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const open = async () => {
      const device = new DeviceDrafts()
      const writing = await browserApi.reviewReports.draft()
      // Private windows of some browsers keep nothing: then the journal alone does.
      const entries = await device.read(writing.assignmentId).catch(() => [])
      if (isGone) return
      const keeper = new DraftSync(device, writing, entries, newTab())
      if (writing.state === 'open' || writing.state === 'late') stop = keeper.start()
      setOpened({ writing, keeper, device })
    }
    open().catch((error: unknown) => !isGone && setFailure(failureOf(error)))
    return () => {
      isGone = true
      stop()
    }
  }, [attempt])

  const tryAgain = () => {
    setFailure(null)
    setAttempt((before) => before + 1)
  }
  return { opened, failure, tryAgain }
}

export const useDraftState = (keeper: DraftSync): DraftState => useSyncExternalStore(keeper.subscribe, keeper.state)

const CHECK_AGAIN_MS = 1_500

/** The files of a report; asked again while their copies without names are being made. */
export function useReportFiles(first: ReportFile[]) {
  const [files, setFiles] = useState(first)
  const isChecking = files.some(({ state }) => state === 'checking')

  useEffect(() => {
    if (!isChecking) return
    const timer = setInterval(() => {
      browserApi.reviewReports.draft().then(
        (writing) => setFiles(writing.files),
        () => {},
      )
    }, CHECK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isChecking])

  return { files, setFiles, isChecking }
}

/** What the form needs to know of a review. */
export type ReviewToReport = Pick<OpenReview, 'title' | 'name' | 'reviewer'>

export type ReportSent = OutputOf<typeof reviewReports.send>

export interface ReportFormProps {
  review: ReviewToReport
  onSent: (sent: ReportSent) => void
}
