// SPDX-License-Identifier: Apache-2.0
`ifndef TIMER_REGISTERS_SVH
`define TIMER_REGISTERS_SVH
`define REGISTER_PRESCALER 3'd0
`define REGISTER_COMPARE 3'd1
`define REGISTER_LIMIT 3'd2
`define REGISTER_CONTROL 3'd3
`endif
