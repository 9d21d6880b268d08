import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Failure, TryAgain } from './states.tsx'
import { toast } from './toast.ts'

/** A load of the signed-in areas that failed: its toast (specification section 8), its words, and Try Again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // One id: said anew with every try, never twice for one.
    toast.error(message, { id: message })
  }, [message])
  return (
    <Failure message={message}>
      <TryAgain onClick={() => void revalidate()} />
    </Failure>
  )
}
