import { afterAll, describe, expect, test } from 'vitest'
import {
  LOGO_TOO_SMALL,
  PICTURE_BOX,
  PICTURE_UNREADABLE,
  SVG_MAX,
  SVG_TOO_LONG,
} from '../../../contract/rules/settings/pictures.ts'
import { WorkerProcesses } from '../../../platform/workers/workers.ts'
import { cleanSvg, LEADS_OUT, NOT_DRAWN, UnfitDrawing } from './clean-svg.ts'
import { preparePicture } from './prepare.ts'

const svg = (content: string, attributes = 'viewBox="0 0 20 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
const SHAPE = '<rect width="20" height="10" fill="#1e6a3c"/>'

function faultOf(source: string): string | null {
  try {
    cleanSvg(source)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(UnfitDrawing)
    return (error as Error).message
  }
}

/** Whatever a drawing may try: what is left of it, or why nothing is. */
const HOSTILE: readonly (readonly [name: string, source: string, fault: string])[] = [
  ['a script', svg('<script>alert(1)</script>'), NOT_DRAWN('script')],
  ['a script of another site', svg('<script href="https://evil.example/x.js"/>'), NOT_DRAWN('script')],
  [
    'HTML',
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    NOT_DRAWN('foreignObject'),
  ],
  ['a picture of another site', svg('<image href="https://evil.example/x.png"/>'), NOT_DRAWN('image')],
  ['a file of the server', svg('<image href="file:///etc/passwd"/>'), NOT_DRAWN('image')],
  ['a picture as data', svg('<image href="data:image/svg+xml;base64,AAAA"/>'), NOT_DRAWN('image')],
  ['copies of copies', svg('<g id="a"/><use href="#a"/><use href="#a"/>'), NOT_DRAWN('use')],
  ['a pattern', svg('<defs><pattern id="p" width="1e-9" height="1e-9"/></defs>'), NOT_DRAWN('pattern')],
  ['a filter', svg('<filter id="f"><feTurbulence/></filter>'), NOT_DRAWN('filter')],
  ['a mask', svg('<mask id="m"/>'), NOT_DRAWN('mask')],
  ['words, for which the server has other letters', svg('<text>JPBR</text>'), NOT_DRAWN('text')],
  ['a movement', svg('<animate attributeName="href" to="javascript:alert(1)"/>'), NOT_DRAWN('animate')],
  ['a change', svg('<set attributeName="onload" to="alert(1)"/>'), NOT_DRAWN('set')],
  ['a link', svg('<a href="javascript:alert(1)"><rect/></a>'), NOT_DRAWN('a')],
  ['a handler', svg('<handler type="text/javascript">alert(1)</handler>'), NOT_DRAWN('handler')],
  ['a frame', svg('<iframe src="https://evil.example"/>'), NOT_DRAWN('iframe')],
  ['a drawing in a drawing', svg(svg(SHAPE)), NOT_DRAWN('svg')],
  ['a sheet of another site', svg('<style>@import "https://evil.example/x.css";</style>'), LEADS_OUT],
  ['a font of another site', svg('<style>@font-face{src:url(https://evil.example/x)}</style>'), LEADS_OUT],
  ['a hidden address in a style', svg('<style>rect{fill:u\\72l(https://evil.example)}</style>'), LEADS_OUT],
  ['a colour of another site', svg('<rect fill="url(https://evil.example/#a)"/>'), LEADS_OUT],
  ['a colour of another file', svg('<rect fill="url( &quot;x.svg#a&quot; )"/>'), LEADS_OUT],
  ['a colour of this and another site', svg('<rect style="fill:url(#a);stroke:URL(//evil.example)"/>'), LEADS_OUT],
  ['a gradient of another site', svg('<linearGradient xlink:href="https://evil.example/#a"/>'), LEADS_OUT],
  ['a set of pictures', svg('<rect style="fill:image-set(x.png 1x)"/>'), LEADS_OUT],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<g id="&a;"/>')}`, PICTURE_UNREADABLE],
  ['an entity of a file', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`, PICTURE_UNREADABLE],
  ['an entity that nobody declares', svg('&lol;'), PICTURE_UNREADABLE],
  ['a part that does not end', svg('<g>'), PICTURE_UNREADABLE],
  ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>', PICTURE_UNREADABLE],
  ['a drawing of no kind', '<svg><rect/></svg>', PICTURE_UNREADABLE],
  ['nothing', '', PICTURE_UNREADABLE],
  ['no size', svg(SHAPE, ''), PICTURE_UNREADABLE],
  ['a part of something', svg(SHAPE, 'width="100%" height="100%"'), PICTURE_UNREADABLE],
  ['no width', svg(SHAPE, 'viewBox="0 0 0 10"'), PICTURE_UNREADABLE],
  ['a line', svg(SHAPE, 'viewBox="0 0 1 1000"'), PICTURE_UNREADABLE],
  ['no end', svg(SHAPE, 'viewBox="0 0 1e300 1e300"'), PICTURE_UNREADABLE],
  ['no number', svg(SHAPE, 'viewBox="0 0 NaN 1"'), PICTURE_UNREADABLE],
  ['a thousand in one another', svg('<g>'.repeat(1000) + '</g>'.repeat(1000)), PICTURE_UNREADABLE],
  ['ten thousand side by side', svg('<g/>'.repeat(10_000)), SVG_TOO_LONG],
  ['more than may be sent', svg(`<path d="${'M0 0'.repeat(SVG_MAX / 4)}"/>`), SVG_TOO_LONG],
]

describe('an SVG', () => {
  test.each(HOSTILE)('with %s is refused', (_name, source, fault) => {
    expect(faultOf(source)).toBe(fault)
  })

  test('keeps shapes and colours, in the size in which it is shown, and nothing that a program has noted', () => {
    const drawing = svg(
      `<title>JPBR</title><metadata><x/></metadata><sodipodi:namedview xmlns:sodipodi="urn:s"/><!-- by me -->
      <style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
      <linearGradient id="h" xlink:href="#g"/></defs>
      <g transform="scale(2)" onclick="alert(1)" data-x="1" xml:base="https://evil.example"><path class="a" d="M0 0h9" onload="alert(1)"/></g>`,
      'viewBox="0 0 20 10" width="9000" onload="alert(1)"',
    )
    expect(cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${drawing}`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="384" height="192" viewBox="0 0 20 10"><style>.a{fill:url(#g)}</style>' +
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="h" href="#g"/></defs>' +
        '<g transform="scale(2)"><path class="a" d="M0 0h9"/></g></svg>',
    )
  })

  test('without a view has the size that it names', () => {
    expect(cleanSvg(svg(SHAPE, 'width="40mm" height="10mm"'))).toContain('width="768" height="192" viewBox="0 0 40 10"')
    // Wide ones fit by their width.
    expect(cleanSvg(svg(SHAPE, 'viewBox="0 0 100 10"'))).toContain(`width="${PICTURE_BOX.logo.width}" height="102"`)
  })
})

describe('what a process makes of a picture', () => {
  const workers = new WorkerProcesses()
  afterAll(() => workers.end())
  const drawn = (source: string) => preparePicture(workers, Buffer.from(source), { use: 'logo', from: 'drawing' })

  test('of an SVG: dots, with the ground that they need', async () => {
    const made = await drawn(svg('<path d="M0 0h20v5H0z" fill="#0b3d1e"/>'))
    expect(made).toMatchObject({ width: 384, height: 192, ground: 'light' })
    const { content } = made as { content: Uint8Array }
    expect(Buffer.from(content).toString('latin1')).toMatch(/^RIFF....WEBP/s)
    expect(await drawn(svg('<path d="M0 0h20v5H0z" fill="#fff"/>'))).toMatchObject({ ground: 'dark' })
    expect(await drawn(svg('<path d="M0 0h20v5H0z" fill="#777"/>'))).toMatchObject({ ground: null })
  })

  test('the same each time, and the same again of what has been exported', async () => {
    const [one, other] = [await drawn(svg(SHAPE)), await drawn(svg(SHAPE))]
    expect(one).toEqual(other)
    const { content } = one as { content: Uint8Array }
    expect(await preparePicture(workers, content, { use: 'logo', from: 'export' })).toEqual(one)
  })

  test('nothing of what is no picture', async () => {
    for (const from of ['dots', 'drawing', 'export'] as const)
      expect(await preparePicture(workers, Buffer.from('not a picture'), { use: 'text', from })).toEqual({
        fault: PICTURE_UNREADABLE,
      })
    // An SVG by another name.
    expect(await preparePicture(workers, Buffer.from(svg(SHAPE)), { use: 'logo', from: 'dots' })).toEqual({
      fault: PICTURE_UNREADABLE,
    })
  })

  test('nothing of a logo of a few dots', async () => {
    const { default: sharp } = await import('sharp')
    const small = await sharp({ create: { width: 90, height: 63, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    expect(await preparePicture(workers, small, { use: 'logo', from: 'dots' })).toEqual({ fault: LOGO_TOO_SMALL })
    expect(await preparePicture(workers, small, { use: 'text', from: 'dots' })).toMatchObject({ width: 90, height: 63 })
  })

  test('of an exported picture with a note in it: nothing', async () => {
    const { default: sharp } = await import('sharp')
    const noted = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#123' } })
      .withExif({ IFD0: { Artist: 'Samina' } })
      .webp()
      .toBuffer()
    expect(await preparePicture(workers, noted, { use: 'text', from: 'export' })).toEqual({ fault: PICTURE_UNREADABLE })
  })
})
