-- Sends the requests of a file in turn: whole HTTP requests, each ended by a zero byte. Prints the results as JSON.
local requests, position = {}, 0

function init(args)
   local file = assert(io.open(args[1], 'rb'))
   for text in file:read('*a'):gmatch('([^%z]+)%z') do requests[#requests + 1] = text end
   file:close()
end

function request()
   position = position % #requests + 1
   return requests[position]
end

function done(summary, latency, _)
   local e = summary.errors
   io.write(string.format('\nRESULT {"count":%d,"us":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d,"max":%d}\n',
      summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
      latency:percentile(50), latency:percentile(99), latency.max))
end
