import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** A PDF of two pages with a black square on each. */
export async function twoPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let number = 0; number < 2; number++) {
    pdf.addPage([210, 297]).drawRectangle({ x: 50, y: 150, width: 80, height: 80, color: rgb(0, 0, 0) })
  }
  return pdf.save()
}

/** A PDF of these pages, each a line of text. */
export async function aPdfOfText(...pages: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const text of pages) pdf.addPage([595, 842]).drawText(text, { x: 40, y: 780, size: 11, font })
  return pdf.save()
}
