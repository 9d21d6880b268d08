import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Failure, TryAgain } from './states.tsx'
import { toast } from './toast.ts'

/** A load of the signed-in areas that failed: its toast, its words, and Try Again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // One id: shown once for a failed load, and gone when it is tried again.
    toast.error(message, { id: message })
    return () => toast.dismiss(message)
  }, [message])
  return (
    <Failure message={message}>
      <TryAgain onClick={() => void revalidate()} />
    </Failure>
  )
}
