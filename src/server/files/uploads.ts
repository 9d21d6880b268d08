import { imageEncoder, type EncodeImage } from './encode-image.ts'
import { PdfCheck } from './pdf-check.ts'
import { Turns } from './turns.ts'
import { UploadsUnderWay, type UploadsAtOnce } from './uploads-under-way.ts'
import { openVirusScanner, type VirusScanner } from './virus-scanner.ts'

export interface UploadSettings {
  /** Off for load tests: disables the hourly limits. */
  hourly?: boolean
  atOnce?: UploadsAtOnce
  /** Disk space that uploads must leave free, so that the database can go on writing. */
  spareBytes?: number
  /** Address of clamd; without it files are not scanned for viruses. */
  clamdUrl?: string | undefined
  scanner?: VirusScanner | null
  pdfCheck?: Pick<PdfCheck, 'findingsIn'>
  encodeImage?: EncodeImage
}

const SPARE_BYTES = 256 * 1024 * 1024

/** Each holds a whole file in memory during its check. */
const LOOKED_AT_ONCE = 2

/** The limits and checks of uploads, created once for the process. */
export class Uploads {
  readonly hourly: boolean
  readonly spareBytes: number
  readonly underWay: UploadsUnderWay
  readonly looking = new Turns(LOOKED_AT_ONCE)
  /** Null if none is configured. */
  readonly scanner: VirusScanner | null
  readonly pdfCheck: Pick<PdfCheck, 'findingsIn'>
  readonly encodeImage: EncodeImage

  constructor({
    hourly = true,
    atOnce,
    spareBytes = SPARE_BYTES,
    clamdUrl,
    scanner,
    pdfCheck,
    encodeImage,
  }: UploadSettings = {}) {
    this.hourly = hourly
    this.spareBytes = spareBytes
    this.underWay = new UploadsUnderWay(atOnce)
    this.scanner = scanner ?? (clamdUrl === undefined ? null : openVirusScanner(clamdUrl))
    this.pdfCheck = pdfCheck ?? new PdfCheck()
    this.encodeImage = encodeImage ?? imageEncoder()
  }
}
