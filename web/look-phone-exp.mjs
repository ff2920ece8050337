import { chromium } from 'playwright-core';
import fs from 'fs'; import http from 'http';
const srv = http.createServer((q,r)=>{r.setHeader('content-type','text/html');r.end('<video id=v muted autoplay></video>')}).listen(8839);
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--use-fake-ui-for-media-stream','--use-fake-device-for-media-stream']});
const p = await b.newPage(); await p.goto('http://localhost:8839/');
p.on('console',m=>console.log(m.text()));
const out = await p.evaluate(async()=>{
  const types=['video/mp4;codecs=avc1.42E01F,mp4a.40.2','video/mp4;codecs=avc1,opus','video/mp4;codecs=avc1,mp4a.40.2','video/mp4;codecs=avc3,opus','video/mp4','video/webm;codecs=h264,opus','video/webm'];
  console.log(JSON.stringify(types.map(t=>[t,MediaRecorder.isTypeSupported(t)])));
  const s=await navigator.mediaDevices.getUserMedia({video:{width:1280,height:720,frameRate:30},audio:true});
  document.querySelector('#v').srcObject=s;
  const res=[];
  function rec(track,name){ const r=new MediaRecorder(new MediaStream([track,s.getAudioTracks()[0]]),{mimeType:'video/mp4;codecs=avc1.640028,opus',videoBitsPerSecond:1500000,audioBitsPerSecond:96000,videoKeyFrameIntervalDuration:2000});
   const t0=performance.now(); r.onstart=()=>console.log(name,'start',performance.now()-t0); r.ondataavailable=async e=>{const t=performance.now()-t0; const buf=new Uint8Array(await e.data.arrayBuffer()); const i=res.push([name,t,buf.length,null])-1; let bin='';for(let k=0;k<buf.length;k+=8192)bin+=String.fromCharCode(...buf.subarray(k,k+8192));res[i][3]=btoa(bin)}; r.onerror=e=>console.log(name,'err',e.error&&e.error.message); r.onstop=()=>console.log(name,'stop',performance.now()-t0); r.start(1000); return r;}
  const wait=ms=>new Promise(r=>setTimeout(r,ms));
  const a=rec(s.getVideoTracks()[0],'A'); await wait(7300);
  const c=s.getVideoTracks()[0].clone(); await c.applyConstraints({width:640,height:360}); console.log(JSON.stringify(c.getSettings()), s.getVideoTracks()[0].getSettings().width);
  const tB=performance.now();
  const bb=rec(c,'B'); bb.addEventListener('start',()=>{a.stop();console.log('switch',performance.now()-tB)}); await wait(5200); bb.stop(); await wait(500);
  return res;
});
for(const [n,t,l,d] of out){ const buf=Buffer.from(d||'','base64'); fs.appendFileSync('/tmp/phone-exp/'+n+'.mp4',buf); fs.writeFileSync(`/tmp/phone-exp/${n}-${Math.round(t)}.bin`,buf); let s='',o=0; while(o+8<=buf.length){const z=buf.readUInt32BE(o); const k=buf.toString('latin1',o+4,o+8); s+=` ${k}:${z}`; if(z<8)break; o+=z;} console.log(n,Math.round(t),l,s.slice(0,200)); }
await b.close(); srv.close();
