import { PDFDocument, rgb } from '@cantoo/pdf-lib'

/** A PDF of two pages with a black square on each. */
export async function twoPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let number = 0; number < 2; number++) {
    pdf.addPage([210, 297]).drawRectangle({ x: 50, y: 150, width: 80, height: 80, color: rgb(0, 0, 0) })
  }
  return pdf.save()
}
