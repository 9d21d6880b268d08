import { STORAGE_KEYS } from '../client/storage-keys.ts'

export const THEME_KEY = 'theme'

/** The type of a page's module script until the page has been painted. */
export const LATER = 'text/after-paint'

/**
 * Runs before the first paint: takes up the reader's colour choice, and marks the page when
 * somebody is signed in, so that nothing flashes. The page's policy allows it by its hash.
 *
 * It also tells zod not to compile its checks with `new Function`, which the policy forbids: the mere
 * attempt would be reported, and it is made as soon as a schema exists.
 *
 * At last it starts the page's module script after the first paint (see `entry.server.tsx`); a page in
 * the background is not painted and starts at once.
 */
export const earlyScript = `globalThis.__zod_globalConfig={jitless:true};try{var d=document.documentElement,t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem(${JSON.stringify(STORAGE_KEYS.refreshToken)}))d.dataset.signedIn=''}catch(e){}document.addEventListener('DOMContentLoaded',function(){var o=document.querySelector('script[type=${JSON.stringify(LATER)}]');if(!o)return;var go=function(){var n=document.createElement('script');n.type='module';n.textContent=o.textContent;document.body.appendChild(n)};if(document.hidden)go();else requestAnimationFrame(function(){setTimeout(go)})})`
