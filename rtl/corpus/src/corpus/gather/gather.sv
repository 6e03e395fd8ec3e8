// SPDX-License-Identifier: Apache-2.0
//
// out[i] = table[indices[i]]: indices come in bursts, each of the eight slots fetches one word of the table and
// writes it to its place. A slot is an identifier: what comes back in another order finds its slot.
package gather_types;
  typedef enum logic [2:0] {FREE, ASKS, WAITS, HAS, ANSWERED} state_t;

  typedef struct packed {
    state_t      state;
    logic [31:0] index;
    logic [31:0] place;
    logic [63:0] data;
  } slot_t;
endpackage

module gather
  import gather_types::*;
(
    input  logic ap_clk,
    input  logic ap_rst_n,
    output logic interrupt,
    input  logic        s_axi_control_awvalid,
    output logic        s_axi_control_awready,
    input  logic [11:0] s_axi_control_awaddr,
    input  logic        s_axi_control_wvalid,
    output logic        s_axi_control_wready,
    input  logic [31:0] s_axi_control_wdata,
    input  logic [3:0]  s_axi_control_wstrb,
    output logic        s_axi_control_bvalid,
    input  logic        s_axi_control_bready,
    output logic [1:0]  s_axi_control_bresp,
    input  logic        s_axi_control_arvalid,
    output logic        s_axi_control_arready,
    input  logic [11:0] s_axi_control_araddr,
    output logic        s_axi_control_rvalid,
    input  logic        s_axi_control_rready,
    output logic [31:0] s_axi_control_rdata,
    output logic [1:0]  s_axi_control_rresp,
    output logic m_axi_gmem_arvalid,
    input  logic m_axi_gmem_arready,
    output logic [63:0] m_axi_gmem_araddr,
    output logic [7:0] m_axi_gmem_arlen,
    output logic [2:0] m_axi_gmem_arsize,
    output logic [1:0] m_axi_gmem_arburst,
    output logic [3:0] m_axi_gmem_arid,
    input  logic m_axi_gmem_rvalid,
    output logic m_axi_gmem_rready,
    input  logic [63:0] m_axi_gmem_rdata,
    input  logic [1:0] m_axi_gmem_rresp,
    input  logic m_axi_gmem_rlast,
    input  logic [3:0] m_axi_gmem_rid,
    output logic m_axi_gmem_awvalid,
    input  logic m_axi_gmem_awready,
    output logic [63:0] m_axi_gmem_awaddr,
    output logic [7:0] m_axi_gmem_awlen,
    output logic [2:0] m_axi_gmem_awsize,
    output logic [1:0] m_axi_gmem_awburst,
    output logic [3:0] m_axi_gmem_awid,
    output logic m_axi_gmem_wvalid,
    input  logic m_axi_gmem_wready,
    output logic [63:0] m_axi_gmem_wdata,
    output logic [7:0] m_axi_gmem_wstrb,
    output logic m_axi_gmem_wlast,
    input  logic m_axi_gmem_bvalid,
    output logic m_axi_gmem_bready,
    input  logic [1:0] m_axi_gmem_bresp,
    input  logic [3:0] m_axi_gmem_bid
);
  localparam logic [3:0] INDEX_ID = 4'd8;

  logic         start, finish, busy;
  logic [255:0] arguments;
  logic [63:0]  indices_at, table_at, out_at;
  logic [31:0]  count;

  control #(.ARGUMENTS(4)) registers (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid),
      .awready(s_axi_control_awready),
      .awaddr(s_axi_control_awaddr),
      .wvalid(s_axi_control_wvalid),
      .wready(s_axi_control_wready),
      .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb),
      .bvalid(s_axi_control_bvalid),
      .bready(s_axi_control_bready),
      .bresp(s_axi_control_bresp),
      .arvalid(s_axi_control_arvalid),
      .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr),
      .rvalid(s_axi_control_rvalid),
      .rready(s_axi_control_rready),
      .rdata(s_axi_control_rdata),
      .rresp(s_axi_control_rresp),
      .interrupt(interrupt), .start(start), .finish(finish), .arguments(arguments)
  );

  assign indices_at = arguments[63:0];
  assign table_at   = arguments[127:64];
  assign out_at     = arguments[191:128];
  assign count      = arguments[223:192];

  // Indices that wait for a slot: at most one burst of sixteen words, two indices each.
  logic [31:0] waiting[32];
  logic [5:0]  have, next_index;
  logic        fetching;
  logic [31:0] fetched, fetch_words;
  logic [63:0] fetch_at;
  logic [31:0] given;

  slot_t       slots[8];
  logic        slot_asks, slot_has, slot_free, all_free;
  logic [2:0]  asking, giving, freeing;

  always_comb begin
    slot_asks = 1'b0;
    slot_has  = 1'b0;
    slot_free = 1'b0;
    all_free  = 1'b1;
    asking    = '0;
    giving    = '0;
    freeing   = '0;
    for (int i = 7; i >= 0; i--) begin
      if (slots[i].state == ASKS) begin
        slot_asks = 1'b1;
        asking    = 3'(i);
      end
      if (slots[i].state == HAS) begin
        slot_has = 1'b1;
        giving   = 3'(i);
      end
      if (slots[i].state == FREE) begin
        slot_free = 1'b1;
        freeing   = 3'(i);
      end else begin
        all_free = 1'b0;
      end
    end
  end

  logic want_fetch, ar_free, aw_free, begin_slot;
  logic [31:0] room;

  assign room       = (32'd4096 - {20'd0, fetch_at[11:0]}) >> 3;
  assign want_fetch = busy && !fetching && have == '0 && fetched < count;
  assign ar_free    = !m_axi_gmem_arvalid || m_axi_gmem_arready;
  assign aw_free    = (!m_axi_gmem_awvalid || m_axi_gmem_awready) && (!m_axi_gmem_wvalid || m_axi_gmem_wready);
  assign begin_slot = have != '0 && slot_free && !fetching;
  assign finish     = busy && !start && given == count && all_free;

  always_comb begin
    // Two indices a word, what is left rounded up.
    fetch_words = (count - fetched + 32'd1) >> 1;
    if (fetch_words > 32'd16) fetch_words = 32'd16;
    if (fetch_words > room) fetch_words = room;
  end

  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_arsize  = 3'd3;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_awsize  = 3'd3;
  assign m_axi_gmem_awlen   = 8'd0;
  assign m_axi_gmem_wstrb   = 8'hff;
  assign m_axi_gmem_wlast   = 1'b1;
  assign m_axi_gmem_rready  = 1'b1;
  assign m_axi_gmem_bready  = 1'b1;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy               <= 1'b0;
      fetching           <= 1'b0;
      have               <= '0;
      given              <= '0;
      m_axi_gmem_arvalid <= 1'b0;
      m_axi_gmem_awvalid <= 1'b0;
      m_axi_gmem_wvalid  <= 1'b0;
      foreach (slots[i]) slots[i].state <= FREE;
    end else begin
      if (start) begin
        busy       <= 1'b1;
        fetched    <= '0;
        given      <= '0;
        have       <= '0;
        next_index <= '0;
        fetch_at   <= indices_at;
      end else if (finish) begin
        busy <= 1'b0;
      end

      if (m_axi_gmem_arready) m_axi_gmem_arvalid <= 1'b0;
      if (ar_free && want_fetch) begin
        m_axi_gmem_arvalid <= 1'b1;
        m_axi_gmem_araddr  <= fetch_at;
        m_axi_gmem_arlen   <= 8'(fetch_words - 32'd1);
        m_axi_gmem_arid    <= INDEX_ID;
        fetch_at           <= fetch_at + {29'd0, fetch_words, 3'd0};
        fetching           <= 1'b1;
        next_index         <= '0;
      end else if (ar_free && slot_asks) begin
        m_axi_gmem_arvalid   <= 1'b1;
        m_axi_gmem_araddr    <= table_at + {29'd0, slots[asking].index, 3'd0};
        m_axi_gmem_arlen     <= 8'd0;
        m_axi_gmem_arid      <= {1'b0, asking};
        slots[asking].state  <= WAITS;
      end

      if (m_axi_gmem_rvalid) begin
        if (m_axi_gmem_rid == INDEX_ID) begin
          waiting[have[4:0]]        <= m_axi_gmem_rdata[31:0];
          waiting[have[4:0] + 5'd1] <= m_axi_gmem_rdata[63:32];
          have                      <= have + ((fetched + 32'd1 == count) ? 6'd1 : 6'd2);
          fetched                   <= fetched + ((fetched + 32'd1 == count) ? 32'd1 : 32'd2);
          if (m_axi_gmem_rlast) fetching <= 1'b0;
        end else begin
          slots[m_axi_gmem_rid[2:0]].data  <= m_axi_gmem_rdata;
          slots[m_axi_gmem_rid[2:0]].state <= HAS;
        end
      end

      if (begin_slot) begin
        slots[freeing] <= '{state: ASKS, index: waiting[next_index[4:0]], place: given, data: '0};
        given          <= given + 32'd1;
        next_index     <= next_index + 6'd1;
        have           <= have - 6'd1;
      end

      if (m_axi_gmem_awready) m_axi_gmem_awvalid <= 1'b0;
      if (m_axi_gmem_wready) m_axi_gmem_wvalid <= 1'b0;
      if (aw_free && slot_has) begin
        m_axi_gmem_awvalid  <= 1'b1;
        m_axi_gmem_awaddr   <= out_at + {29'd0, slots[giving].place, 3'd0};
        m_axi_gmem_awid     <= {1'b0, giving};
        m_axi_gmem_wvalid   <= 1'b1;
        m_axi_gmem_wdata    <= slots[giving].data;
        slots[giving].state <= ANSWERED;
      end

      if (m_axi_gmem_bvalid) slots[m_axi_gmem_bid[2:0]].state <= FREE;
    end
  end
endmodule
