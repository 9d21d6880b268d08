import { Fragment } from 'react'

/** A URL that wraps after its slashes, not in mid-word. */
export function WebAddress({ children }: { children: string }) {
  return children.split(/(?<=[^/:]\/)/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
