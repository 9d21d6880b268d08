import { useRevalidator } from 'react-router'
import { toastFailure } from '../../../ui/call-failure.ts'
import { toast } from '../../../ui/toast.ts'

/** For the form of a dialog: sends it, shows the outcome, closes the dialog, and loads the case again. */
export function useSending(onClose: () => void) {
  const { revalidate } = useRevalidator()
  return async (call: () => Promise<{ message: string }>): Promise<void> => {
    try {
      const { message } = await call()
      toast.success(message)
      onClose()
      await revalidate()
    } catch (error) {
      throw toastFailure(error)
    }
  }
}
