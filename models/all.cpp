#include "models/all.hpp"

#include "models/copper/ac_capacitor.hpp"
#include "models/copper/board.hpp"
#include "models/copper/connector.hpp"
#include "models/copper/crosstalk.hpp"
#include "models/copper/fitted_cable.hpp"
#include "models/copper/microstrip.hpp"
#include "models/copper/package.hpp"
#include "models/copper/redriver.hpp"
#include "models/copper/serdes_rx.hpp"
#include "models/copper/serdes_tx.hpp"
#include "models/copper/stripline.hpp"
#include "models/copper/touchstone.hpp"
#include "models/copper/twinax.hpp"
#include "models/copper/via.hpp"
#include "models/optics/apd_receiver.hpp"
#include "models/optics/cw_laser.hpp"
#include "models/optics/dml.hpp"
#include "models/optics/driver.hpp"
#include "models/optics/eam.hpp"
#include "models/optics/light_connector.hpp"
#include "models/optics/mmf.hpp"
#include "models/optics/multiplexer.hpp"
#include "models/optics/mzm.hpp"
#include "models/optics/pin_receiver.hpp"
#include "models/optics/smf.hpp"
#include "models/optics/vcsel.hpp"

namespace chappe {

// The only place that knows every technology: a new one is a line here and its own files.
void add_models(Catalogue& catalogue) {
  catalogue.add(
      model_of<SerdesTx>("copper.serdes_tx", "PAM transmitter with FFE, jitter and noise"));
  catalogue.add(model_of<SerdesRx>("copper.serdes_rx", "receiver with filter, CTLE, FFE and DFE"));
  catalogue.add(model_of<Package>("copper.package", "die-to-ball package of the COM model"));
  catalogue.add(model_of<Board>("copper.board", "board line of the COM model"));
  catalogue.add(model_of<Twinax>("copper.twinax", "shielded twinaxial cable from its geometry"));
  catalogue.add(model_of<FittedCable>("copper.fitted_cable", "cable of a stated attenuation"));
  catalogue.add(
      model_of<Stripline>("copper.stripline", "differential stripline from its geometry"));
  catalogue.add(
      model_of<Microstrip>("copper.microstrip", "differential microstrip from its geometry"));
  catalogue.add(model_of<Via>("copper.via", "differential via with an open stub"));
  catalogue.add(
      model_of<Connector>("copper.connector", "connector as a step of impedance with loss"));
  catalogue.add(model_of<AcCapacitor>("copper.ac_capacitor", "blocking capacitor with its pads"));
  catalogue.add(model_of<Crosstalk>("copper.crosstalk", "crosstalk as a power law of frequency"));
  catalogue.add(model_of<Redriver>("copper.redriver", "linear redriver of an active cable"));
  catalogue.add(
      model_of<TouchstoneChannel>("copper.touchstone", "measured channel from a Touchstone file"));
  catalogue.add(
      model_of<PinReceiver>("optics.pin_receiver", "PIN photodiode, amplifier, gain control"));
  catalogue.add(model_of<ApdReceiver>("optics.apd_receiver",
                                      "avalanche photodiode, amplifier, gain control"));
  catalogue.add(
      model_of<Mmf>("optics.mmf", "multimode fibre: loss, modal and chromatic bandwidth"));
  catalogue.add(model_of<Multiplexer>("optics.multiplexer",
                                      "wavelength multiplexer: loss, passband, crosstalk"));
  catalogue.add(model_of<Smf>("optics.smf", "single-mode fibre: loss, dispersion, PMD"));
  catalogue.add(model_of<LightConnector>("optics.connector",
                                         "connector or splice of fibres: loss, reflection"));
  catalogue.add(
      model_of<CwLaser>("optics.cw_laser", "continuous-wave laser of one lane or several"));
  catalogue.add(model_of<Driver>("optics.driver", "driver of a modulator or laser, saturating"));
  catalogue.add(model_of<Mzm>("optics.mzm", "Mach-Zehnder modulator"));
  catalogue.add(model_of<Eam>("optics.eam", "electro-absorption modulator, as in an EML"));
  catalogue.add(model_of<Dml>("optics.dml", "directly modulated edge-emitting laser"));
  catalogue.add(model_of<Vcsel>("optics.vcsel", "vertical-cavity laser for multimode fibre"));
}

}  // namespace chappe
