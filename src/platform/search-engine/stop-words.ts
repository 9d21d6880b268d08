/** Words that stand in every text and tell none from another. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all also although am among an and any are as at be because been before being ' +
    'below between both but by can could did do does doing down during each either few for from further had has have ' +
    'having he her here hers him his how however i if in into is it its itself may me might more most must my neither ' +
    'no nor not of off on once only or other our ours out over own same shall she should since so some such than that ' +
    'the their theirs them then there therefore these they this those through thus to too under until up upon us very ' +
    'was we were what when where whereas whether which while who whom whose why will with within without would you ' +
    'your et al'
  ).split(' '),
)
