/** State of a navigation that updates a list in place: the focus stays where it is. */
export const KEEPS_FOCUS = { keepsFocus: true }
