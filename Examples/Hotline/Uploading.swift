// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(Darwin)
/// Puts JSON to a web server; `completion` gets the status, nil where none came.
func put(_ body: Data, to url: URL, completion: @escaping @Sendable (Int?) -> Void) {
    var request = URLRequest(url: url, timeoutInterval: 10)
    request.httpMethod = "PUT"
    request.setValue("application/json", forHTTPHeaderField: "content-type")
    request.httpBody = body
    URLSession.shared.dataTask(with: request) { _, response, _ in
        completion((response as? HTTPURLResponse)?.statusCode)
    }.resume()
}
#else
/// Puts JSON to a web server; `completion` gets the status, nil where none came.
///
/// As URLSession would, for http alone: off Apple's systems URLSession is in a library of its own,
/// and loading that doubles the time that each start of the app takes, with the phone waiting for
/// its call.
func put(_ body: Data, to url: URL, completion: @escaping @Sendable (Int?) -> Void) {
    DispatchQueue.global().async { completion(status(ofPutting: body, to: url)) }
}

private func status(ofPutting body: Data, to url: URL) -> Int? {
    guard url.scheme == "http", let host = url.host, let socket = connect(host, url.port ?? 80)
    else { return nil }
    defer { close(socket) }
    let head =
        "PUT \(url.path) HTTP/1.1\r\nhost: \(host)\r\ncontent-type: application/json\r\n"
        + "content-length: \(body.count)\r\nconnection: close\r\n\r\n"
    let request = Array(head.utf8) + Array(body)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
        return nil
    }
    var answer = [UInt8](repeating: 0, count: 512)
    let count = recv(socket, &answer, answer.count, 0)
    let words = String(decoding: answer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
}

/// A connected socket that waits no longer than ten seconds; nil where nobody answers.
private func connect(_ host: String, _ port: Int) -> Int32? {
    var wanted = addrinfo()
    wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &wanted, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var place = list
    while let address = place?.pointee {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let byteCount = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, byteCount)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, byteCount)
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
        close(descriptor)
        place = address.ai_next
    }
    return nil
}
#endif
