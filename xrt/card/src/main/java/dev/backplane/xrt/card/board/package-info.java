/**
 * The board of a card: user function and management function with a mailbox between them, firewall,
 * sensors, clocks, firmware and flash. It knows neither images nor compute units; the card tells it
 * what goes on and does what it asks through {@link dev.backplane.xrt.card.board.Holder}.
 */
package dev.backplane.xrt.card.board;
