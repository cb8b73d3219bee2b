// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

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
/// As URLSession would, for http alone; ``TCPSocket`` says why.
func put(_ body: Data, to url: URL, completion: @escaping @Sendable (Int?) -> Void) {
    DispatchQueue.global().async { completion(status(ofPutting: body, to: url)) }
}

private func status(ofPutting body: Data, to url: URL) -> Int? {
    guard url.scheme == "http", let host = url.host,
        let socket = TCPSocket.connect(host, url.port ?? 80, patience: 10)
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
#endif
