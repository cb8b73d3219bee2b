// SPDX-License-Identifier: Apache-2.0
import UIKit

class CallViewController: UIViewController {
    @IBOutlet weak var stateLabel: UILabel!
    private var observation: NSKeyValueObservation?

    private var calls: CallManager? { (UIApplication.shared.delegate as? AppDelegate)?.calls }

    override func viewDidLoad() {
        super.viewDidLoad()
        observation = calls?.observe(\.isOnCall, options: [.initial]) { [weak self] calls, _ in
            self?.stateLabel.text = calls.isOnCall ? "On a call" : "No call"
        }
    }

    @IBAction func hangUp(_ sender: Any) { calls?.hangUp() }
}
