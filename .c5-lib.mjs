import { chromium } from 'playwright-core';
export const C='http://localhost:9151', S='http://localhost:9152';
export async function open({lang='zh',phone=false}={}){
  const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless=new','--no-sandbox','--disable-gpu']});
  const ctx=await b.newContext({viewport:phone?{width:390,height:844}:{width:1440,height:900},locale:lang==='zh'?'zh-CN':'en-GB',reducedMotion:'reduce',...(phone?{isMobile:true,hasTouch:true}:{})});
  ctx.setDefaultTimeout(8000);
  const p=await ctx.newPage(); p.on('console',m=>{if(m.type()==='error')console.log('CONSOLE',p.url(),m.text())}); p.on('pageerror',e=>console.log('PAGEERR',e.message));
  return {b,ctx,p};
}
export async function code(account){const r=await fetch(`${S}/api/totp?account=${account}`);return (await r.json());}
export async function signIn(p,account='officer@examport.example',path='/'){
  await p.goto(C+path); 
  await p.locator('input[type=email]').fill(account); await p.locator('input[type=password]').fill('Kaotu@2026');
  await p.locator('button[type=submit]').click();
  await p.locator('input[inputmode=numeric]').waitFor();
  let {code:c}=await code(account); await p.locator('input[inputmode=numeric]').fill(c); await p.locator('button[type=submit]').click();
  try{ await p.locator('.console-main h1').waitFor({timeout:4000}); }catch{ console.log('retry code', await p.locator('main').innerText()); await new Promise(r=>setTimeout(r,31000)); c=(await code(account)).code; await p.locator('input[inputmode=numeric]').fill(c); await p.locator('button[type=submit]').click(); await p.locator('.console-main h1').waitFor();}
}
