// Loaded into the server before anything else (--import): its clock, and that of its helpers, is off by CLOCK_OFF_MS.
const off = Number(process.env.CLOCK_OFF_MS ?? 0)
const RealDate = globalThis.Date

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length) super(...given)
    else super(RealDate.now() + off)
  }
  static now() {
    return RealDate.now() + off
  }
}
