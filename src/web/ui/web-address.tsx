import { Fragment } from 'react'

/** A URL that wraps after its slashes, not in mid-word. */
export const WebAddress = ({ children }: { children: string }) => wrapping(children, /(?<=[^/:]\/)/)

/** An email address that wraps after its `@` and dots, not in mid-word. */
export const EmailAddress = ({ children }: { children: string }) => wrapping(children, /(?<=[@.])/)

const wrapping = (address: string, after: RegExp) =>
  address.split(after).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
