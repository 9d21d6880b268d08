import { DISK_RESERVE_MB, MEGABYTE } from '../../../contract/rules/health/storage-rules.ts'
import { imageEncoder, type EncodeImage } from './encode-image.ts'
import { PdfCheck } from '../../documents/pdf/pdf-check.ts'
import type { Workers } from '../../../platform/workers/workers.ts'
import { Turns } from '../../../platform/workers/turns.ts'
import { UPLOADS_AT_ONCE, UploadsUnderWay, type UploadsAtOnce } from './uploads-under-way.ts'
import { openVirusScanner, type VirusScanner } from './virus-scanner.ts'

export interface UploadSettings {
  /** Off for load tests: disables the hourly limits. */
  hourly?: boolean
  /** How many processes serve the journal: what all of them may do at once is divided among them. */
  processes?: number
  atOnce?: UploadsAtOnce
  /** Disk space that uploads and background work leave free, so that the database can go on writing. */
  spareBytes?: number
  /** Address of clamd; without it files are not scanned for viruses. */
  clamdUrl?: string | undefined
  scanner?: VirusScanner | null
  pdfCheck?: Pick<PdfCheck, 'findingsIn'>
  encodeImage?: EncodeImage
}

const SPARE_BYTES = DISK_RESERVE_MB * MEGABYTE

/** Each holds a whole file in memory during its check. */
const LOOKED_AT_ONCE = 2

/** One process's part of what all may do at once, at least one. */
const partOf = (inAll: number, processes: number): number => Math.max(1, Math.floor(inAll / processes))

/** The limits and checks of uploads, created once for the process. */
export class Uploads {
  readonly hourly: boolean
  readonly spareBytes: number
  readonly underWay: UploadsUnderWay
  readonly looking: Turns
  /** Null if none is configured. */
  readonly scanner: VirusScanner | null
  readonly pdfCheck: Pick<PdfCheck, 'findingsIn'>
  readonly encodeImage: EncodeImage

  constructor(
    workers: Workers,
    {
      hourly = true,
      processes = 1,
      atOnce = UPLOADS_AT_ONCE,
      spareBytes = SPARE_BYTES,
      clamdUrl,
      scanner,
      pdfCheck,
      encodeImage,
    }: UploadSettings = {},
  ) {
    this.hourly = hourly
    this.spareBytes = spareBytes
    this.looking = new Turns(partOf(LOOKED_AT_ONCE, processes))
    this.underWay = new UploadsUnderWay({
      inAll: partOf(atOnce.inAll, processes),
      forAdministrators: partOf(atOnce.forAdministrators, processes),
      // The browser of one person sends this many, and all of them may come to one process.
      each: atOnce.each,
    })
    this.scanner = scanner ?? (clamdUrl === undefined ? null : openVirusScanner(clamdUrl))
    this.pdfCheck = pdfCheck ?? new PdfCheck(workers)
    this.encodeImage = encodeImage ?? imageEncoder(workers)
  }
}
