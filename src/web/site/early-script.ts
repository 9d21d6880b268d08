import { STORAGE_KEYS } from '../client/storage-keys.ts'

export const THEME_KEY = 'theme'

/** The type of a page's module script until the first paint. */
export const LATER = 'text/after-paint'

/**
 * Runs before the first paint: applies the colour scheme, and marks the page if somebody is signed in, to
 * avoid flashes. The Content-Security-Policy allows it by its hash.
 * It also prevents zod from compiling its schemas with `new Function`, which the policy forbids: the mere
 * attempt, made as soon as a schema is created, would be reported as a violation.
 * Finally it starts the page's module script after the first paint (see `entry.server.tsx`); a page in the
 * background is not painted and starts at once.
 */
export const earlyScript = `globalThis.__zod_globalConfig={jitless:true};try{var d=document.documentElement,t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem(${JSON.stringify(STORAGE_KEYS.refreshToken)}))d.dataset.signedIn=''}catch(e){}document.addEventListener('DOMContentLoaded',function(){var o=document.querySelector('script[type=${JSON.stringify(LATER)}]');if(!o)return;var go=function(){var n=document.createElement('script');n.type='module';n.textContent=o.textContent;document.body.appendChild(n)};if(document.hidden)go();else requestAnimationFrame(function(){setTimeout(go)})})`
