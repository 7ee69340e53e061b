import {open,signIn} from './.c5-lib.mjs';
for (const [lang,phone] of [['zh',false],['en',true]]) {
 const {b,p}=await open({lang,phone});
 await p.goto('http://localhost:9151/'); await p.screenshot({path:`/tmp/c5-shots/signin-${lang}.png`});
 await signIn(p, lang==='zh'?'officer@examport.example':'clerk@examport.example');
 await p.waitForTimeout(800);
 await p.screenshot({path:`/tmp/c5-shots/today-${lang}.png`});
 console.log(p.url(), await p.title(), (await p.locator('body').innerText()).slice(0,900));
 await b.close();
}
