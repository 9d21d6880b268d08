import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Failure, TryAgain } from './states.tsx'
import { toast } from './toast.ts'

/** A failed load in the signed-in areas: its toast, its message, and Try Again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A single toast per failed load, which is dismissed on retry.
    toast.error(message, { id: message })
    return () => toast.dismiss(message)
  }, [message])
  return (
    <Failure message={message}>
      <TryAgain onClick={() => void revalidate()} />
    </Failure>
  )
}
