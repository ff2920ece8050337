import { chromium } from 'playwright-core';
import http from 'http';
const srv = http.createServer((q,r)=>{r.setHeader('content-type','text/html');r.end('<video id=v muted autoplay></video>')}).listen(8839);
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--use-fake-ui-for-media-stream','--use-fake-device-for-media-stream']});
const p = await b.newPage(); await p.goto('http://localhost:8839/');
p.on('console',m=>console.log(m.text()));
await p.evaluate(async()=>{
  const s=await navigator.mediaDevices.getUserMedia({video:{width:{ideal:1920},height:{ideal:1080},frameRate:30},audio:{echoCancellation:false,autoGainControl:true,noiseSuppression:false}});
  const t=s.getVideoTracks()[0]; console.log('cam',JSON.stringify(t.getSettings()), JSON.stringify(t.getCapabilities()));
  for(const h of [720,540,360]){ const c=t.clone(); try{ await c.applyConstraints({width:{exact:h*16/9},height:{exact:h},resizeMode:'crop-and-scale'}); console.log(h,c.getSettings().width,c.getSettings().height,c.getSettings().frameRate,'orig',t.getSettings().height);}catch(e){console.log(h,e.name,e.message,e.constraint)} c.stop()}
  for(const h of [720,540,360]){ const c=t.clone(); try{ await c.applyConstraints({width:{max:h*16/9},height:{max:h}}); console.log('max',h,c.getSettings().width,c.getSettings().height);}catch(e){console.log(h,e.name,e.message,e.constraint)} c.stop()}
  console.log('scale: ', 'MediaStreamTrackProcessor' in window, 'getBattery' in navigator, 'storage' in navigator && JSON.stringify(await navigator.storage.estimate()));
});
await b.close(); srv.close();
