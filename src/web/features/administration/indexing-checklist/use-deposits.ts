import { useRevalidator } from 'react-router'
import type { Deposit } from '../../../../contract/api/deposits.ts'
import { counted } from '../../../../contract/rules/text/counted.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { toast } from '../../../ui/toast.ts'
import { saveFile } from './save-file.ts'

/** What an editor can do with deposits; the page is loaded again afterwards. */
export function useDeposits(onFile: (deposits: string[]) => void) {
  const { revalidate } = useRevalidator()
  const act = async (work: () => Promise<string>) => {
    try {
      toast.success(await work())
      await revalidate()
    } catch (error) {
      toastFailure(error)
    }
  }
  return {
    sendAgain: ({ articleId }: Deposit) =>
      act(async () => {
        await browserApi.deposits.deposit({ id: articleId })
        return 'The deposit is waiting to be sent'
      }),
    sendAllAgain: () =>
      act(async () => {
        const { deposits } = await browserApi.deposits.depositFailed()
        return `${counted(deposits, 'deposit')} will be sent again`
      }),
    save: (deposit?: Deposit) =>
      act(async () => {
        const file = await browserApi.deposits.file(deposit ? { articleId: deposit.articleId } : {})
        saveFile(file.name, file.xml, 'application/xml')
        if (file.deposits.length) onFile(file.deposits)
        const more = file.left ? `; ${file.left} more are left for the next file` : ''
        return `The file holds ${counted(file.articles, 'article')}${more}`
      }),
    record: (ids: string[]) =>
      act(async () => {
        const { recorded } = await browserApi.deposits.record({ ids })
        return `${counted(recorded, 'deposit')} marked as registered`
      }),
  }
}
